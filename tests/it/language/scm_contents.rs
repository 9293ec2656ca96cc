//! Contents expressions: what `?`, `*` and contents by channel stand for.

use crate::support::advised::advised;
use crate::support::likely_mistakes::is_likely_mistake;
use scm_check::internals::kernel::base::{IndexVec, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::{scm, system::Model};
use scm_check::internals::model::cfsm::{ContentsExpression, ContentsNode, ContentsNodeId};

fn model_text(messages: &[&str], channels: usize, bags: &str, contents: &str) -> String {
    let declared: Vec<_> = messages.iter().map(|message| format!("int {message} ;\n")).collect();
    let sent: Vec<_> = (0..channels)
        .flat_map(|channel| messages.iter().map(move |message| (channel, message)))
        .map(|(channel, message)| format!("to 0 : when true , {channel} ! {message} ;\n"))
        .collect();
    let (declared, sent) = (declared.concat(), sent.concat());
    format!(
        "scm t :\n\nnb_channels = {channels} ;\n{bags}parameters :\n{declared}\nautomaton A :\ninitial : \
         0\nstate 0 :\n{sent}\nbad_states :\n(automaton A : in 0 : true with {contents})\n"
    )
}

fn read(text: &str) -> Model {
    let reading = scm::read(&Source::new("t.scm", text));
    reading.model.unwrap_or_else(|| panic!("{:#?}\n{text}", reading.diagnostics))
}

/// Returns the shown diagnostics and their codes.
fn diagnostics(text: &str) -> (String, Vec<&'static str>) {
    let source = Source::new("t.scm", text);
    let mut found = scm::read(&source).diagnostics;
    found.retain(|diagnostic| !is_likely_mistake(diagnostic));
    let codes = found.iter().map(|diagnostic| diagnostic.code.name).collect();
    (advised(&source, found, 100), codes)
}

/// Returns the contents that are printed of a model whose last line is its bad specification.
fn printed(model: &Model) -> String {
    let text = scm::print(&model.system, &model.bad, &[]);
    let start = text.rfind(" with ").unwrap() + " with ".len();
    text[start..].trim_end().strip_suffix(')').unwrap().to_owned()
}

#[test]
fn abbreviations_are_printed_as_what_they_stand_for() {
    let (one, two, three): (&[&str], &[&str], &[&str]) = (&["a"], &["a", "b"], &["a", "b", "c"]);
    for (messages, channels, written, plain) in [
        (two, 1, "?", "a|b"),
        (two, 1, "a.*", "a.(a|b)^*"),
        (two, 1, "?^+.b", "(a|b)^+.b"),
        (two, 1, "*|?.?", "(a|b)^*|(a|b).(a|b)"),
        (three, 1, "?", "a|b|c"),
        (three, 2, "?.#.*", "(a|b|c).#.(a|b|c)^*"),
        (one, 1, "?", "a"),
        (one, 2, "*.#.?^+", "a^*.#.a^+"),
        (&[], 1, "*", "_"),
        (&[], 2, "*.#._", "_.#._"),
        (two, 1, "0 = a.b", "a.b"),
        (two, 1, "0 = a", "a"),
        (two, 3, "0 = a.*, 2 = _", "a.(a|b)^*.#.(a|b)^*.#._"),
        (two, 3, "2 = a|b, 1 = a.b", "(a|b)^*.#.a.b.#.(a|b)"),
        (one, 2, "1 = (a._)^*", "a^*.#.(a._)^*"),
        (&[], 3, "1 = _", "_.#._.#._"),
    ] {
        let text = model_text(messages, channels, "", written);
        let model = read(&text);
        assert_eq!(printed(&model), plain, "{written}");
        assert_eq!(read(&model_text(messages, channels, "", plain)).bad, model.bad, "{written}");
    }
}

/// Returns contents of one channel, as written and as they are meant, at most so deep.
fn random_part(random: &mut Random, messages: &[&str], depth: usize) -> (String, String) {
    let any = match messages {
        [only] => (*only).to_owned(),
        _ => format!("({})", messages.join("|")),
    };
    let kind = if depth == 0 { random.between(0, 3) } else { random.between(0, 7) };
    let several = |random: &mut Random, sign: &str| {
        let parts: Vec<_> = (0..2 + random.between(0, 1))
            .map(|_| random_part(random, messages, depth - 1))
            .collect();
        let join = |parts: Vec<String>| format!("({})", parts.join(sign));
        let (written, plain): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        (join(written), join(plain))
    };
    match kind {
        0 => ("?".to_owned(), any),
        1 => ("*".to_owned(), format!("{any}^*")),
        2 => ("_".to_owned(), "_".to_owned()),
        3 => {
            let message = messages[random.between(0, messages.len() - 1)].to_owned();
            (message.clone(), message)
        }
        4 => several(random, "|"),
        5 => several(random, "."),
        kind => {
            let (written, plain) = random_part(random, messages, depth - 1);
            let sign = if kind == 6 { "^*" } else { "^+" };
            (format!("{written}{sign}"), format!("{plain}{sign}"))
        }
    }
}

#[test]
fn random_abbreviations_mean_their_plain_forms_and_survive_printing_and_formatting() {
    let names = ["a", "b", "c"];
    for seed in 1..=2_000 {
        let mut random = Random::new(seed);
        let messages = &names[..=random.between(0, 2)];
        let channels = random.between(1, 4);
        let parts: Vec<_> = (0..channels).map(|_| random_part(&mut random, messages, 3)).collect();
        let any = if let [only] = messages {
            format!("{only}^*")
        } else {
            format!("({})^*", messages.join("|"))
        };
        let by_channel = random.between(0, 1) == 0;
        let (written, plain): (Vec<String>, Vec<String>) = if by_channel {
            let mut named: Vec<usize> =
                (0..channels).filter(|_| random.between(0, 1) == 0).collect();
            if named.is_empty() {
                named.push(random.between(0, channels - 1));
            }
            let plain = (0..channels).map(|channel| {
                if named.contains(&channel) { parts[channel].1.clone() } else { any.clone() }
            });
            let plain = plain.collect();
            let turn = random.between(0, named.len() - 1);
            named.rotate_left(turn);
            (named.iter().map(|&n| format!("{n} = {}", parts[n].0)).collect(), plain)
        } else {
            parts.into_iter().unzip()
        };
        let written = written.join(if by_channel { ", " } else { ".#." });
        let text = model_text(messages, channels, "", &written);
        let model = read(&text);
        assert_eq!(scm::format(&Source::new("t.scm", &*text)).unwrap(), text, "seed {seed}");
        let print = scm::print(&model.system, &model.bad, &[]);
        let contents = printed(&model);
        assert!(!contents.contains(['?', ',', '=']), "seed {seed}: {contents}");
        assert!(!contents.replace("^*", "").contains('*'), "seed {seed}: {contents}");
        assert_eq!(read(&print).bad, model.bad, "seed {seed}: {written} became {contents}");
        // The parts of a concatenation for one channel may stand in parentheses or not.
        let meant = read(&model_text(messages, channels, "", &plain.join(".#.")));
        let bare = |model: &Model| {
            model.bad.iter().map(|bad| flat(bad.contents.as_ref().unwrap())).collect::<Vec<_>>()
        };
        assert_eq!(bare(&meant), bare(&model), "seed {seed}: {written} became {contents}");
    }
}

/// Returns the text of an expression in which nested concatenations are one.
fn flat(contents: &ContentsExpression) -> String {
    let mut texts: IndexVec<ContentsNodeId, (String, bool)> = IndexVec::new();
    for node in contents.nodes() {
        let parts = |ids: &[ContentsNodeId], sign: &str| {
            let texts: Vec<String> = ids
                .iter()
                .map(|&id| {
                    let (text, is_row) = &texts[id];
                    if *is_row && sign != "." { format!("({text})") } else { text.clone() }
                })
                .collect();
            texts.join(sign)
        };
        let text = match node {
            ContentsNode::Empty => ("_".to_owned(), false),
            ContentsNode::Separator => ("#".to_owned(), false),
            ContentsNode::Message(message) => (format!("{message:?}"), false),
            ContentsNode::Concatenation(ids) => (parts(ids, "."), true),
            ContentsNode::Alternatives(ids) => (format!("({})", parts(ids, "|")), false),
            ContentsNode::Star(id) => (format!("{}^*", parts(&[*id], "")), false),
            ContentsNode::Plus(id) => (format!("{}^+", parts(&[*id], "")), false),
        };
        texts.push(text);
    }
    texts[contents.root()].0.clone()
}

#[test]
fn formatting_keeps_the_spelling_and_lays_it_out() {
    let text = model_text(&["a", "b"], 3, "", "00=a . *,\n2 =( _|? ) ^+ , 1= * ");
    let formatted = scm::format(&Source::new("t.scm", &*text)).unwrap();
    let expected = model_text(&["a", "b"], 3, "", "0 = a.*, 2 = (_|?)^+, 1 = *");
    assert_eq!(formatted, expected);
    let text = model_text(&["a"], 1, "", " * . ? ^* ");
    let formatted = scm::format(&Source::new("t.scm", &*text)).unwrap();
    assert_eq!(formatted, model_text(&["a"], 1, "", "*.?^*"));
    let commented = model_text(&["a"], 2, "", "0 = a, // first\n1 = * /* second */");
    let formatted = scm::format(&Source::new("t.scm", &*commented)).unwrap();
    assert!(formatted.contains("with 0 = a, // first\n1 = * /* second */ )"), "{formatted}");
}

#[test]
fn abbreviations_leave_bags_alone() {
    let bags = "//# bag_buffers = 0, 2\n";
    let codes = |contents: &str| diagnostics(&model_text(&["a", "b"], 3, bags, contents)).1;
    assert_eq!(codes("*.#.a.#.?^*"), [""; 0]);
    assert_eq!(codes("1 = a.?"), [""; 0]);
    assert_eq!(codes("1 = a, 2 = *, 0 = _|?^+"), [""; 0]);
    assert_eq!(codes("?.#.a.#.*"), ["E0123"]);
    assert_eq!(codes("1 = a, 2 = b"), ["E0123"]);
}

#[test]
fn a_constrained_bag_is_shown_where_its_channel_is_named() {
    let bags = "//# bag_buffers = 0, 2\n";
    let text = model_text(&["a", "b"], 3, bags, "1 = a.#, 2 = (b), 0 = *");
    assert_eq!(diagnostics(&text).1, ["E0125"]);
    let (shown, codes) =
        diagnostics(&model_text(&["a", "b"], 3, bags, "1 = a, 2 = (?.b)^*, 0 = *"));
    assert_eq!(codes, ["E0123"]);
    insta::assert_snapshot!(shown);
}

#[test]
fn mistakes_in_contents_by_channel_are_reported_each_once() {
    for (contents, expected) in [
        ("0 = a, 3 = b", &["E0102"] as &[_]),
        ("0 = a, 0 = a, 0 = a", &["E0127", "E0127"]),
        ("0 = a.#.b, 1 = (a|#)^*", &["E0125", "E0125"]),
        ("0 = a, b", &["E0126"]),
        ("a.#.b.#.a, 1 = b", &["E0126"]),
        ("a, b, a", &["E0126"]),
        ("0 = c, 7 = c.#", &["E0101", "E0125", "E0102", "E0101"]),
        ("0 = c, 1 = a.", &["E0101", "E0020"]),
        ("0 = a., 1 = c", &["E0020", "E0101"]),
        ("0 = , 1 = b", &["E0020"]),
        ("0 = a,", &["E0020"]),
        (", 0 = a", &["E0020"]),
        ("0 a", &["E0020"]),
        ("0 = a 1 = b", &["E0020"]),
        ("0 = a ; 1 = b", &["E0020"]),
        ("0 = (a, 1 = b", &["E0020"]),
        ("0", &["E0020"]),
        ("0 = 1", &["E0020"]),
        ("99999999999999999999 = a", &["E0005"]),
        ("*a", &["E0020"]),
        ("**", &["E0020"]),
        ("a?", &["E0020"]),
        ("(0 = a)", &["E0020"]),
    ] {
        let (shown, codes) = diagnostics(&model_text(&["a", "b"], 3, "", contents));
        let sorted = |codes: &[&'static str]| {
            let mut codes = codes.to_vec();
            codes.sort_unstable();
            codes
        };
        assert_eq!(sorted(&codes), sorted(expected), "{contents}\n{shown}");
    }
}

#[test]
fn syntax_errors_in_contents_say_what_may_stand_there() {
    let shown: Vec<String> = ["", "a b", "0 = a.", "0", "0 = a, )", "0 = a, state", "(a, b)"]
        .into_iter()
        .map(|contents| diagnostics(&model_text(&["a", "b"], 3, "", contents)).0)
        .collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn a_swallowed_declaration_makes_no_message_missing() {
    let text = model_text(&["1 a"], 1, "", "?").replace(", 0 ! 1 a", "");
    let (shown, codes) = diagnostics(&text);
    assert_eq!(codes, ["E0020"], "{shown}");
}

#[test]
fn contents_are_impossible_where_each_word_has_a_message_that_is_never_sent_there() {
    // Only `a` is sent to channel 0, only `b` to channel 1, and nothing to channel 2.
    let text = |contents: &str| {
        model_text(&["a", "b"], 3, "", contents)
            .replace("to 0 : when true , 0 ! b ;\n", "to 0 : when true , 0 ? b ;\n")
            .replace("to 0 : when true , 1 ! a ;\n", "")
            .replace(", 2 ! ", ", 2 ? ")
    };
    for (contents, impossible) in [
        ("a.#.b.#._", None),
        ("b.#.b.#._", Some("`b` is never sent to channel 0")),
        ("(a|b).#.*.#.(a|_)", None),
        ("(a|b).#.a.b.#.*", Some("`a` is never sent to channel 1")),
        ("(b|b.a).#.*.#.*", Some("`b` is never sent to channel 0")),
        ("(a.#.a|b.#.b).#._", Some("`a` is never sent to channel 1")),
        ("(a.#.a|b.#.b|a.#.b).#._", None),
        ("b^*.#.a^*.#.a^*", None),
        ("b^+.#._.#._", Some("`b` is never sent to channel 0")),
        ("?.#.?.#.?", Some("nothing is ever sent to channel 2")),
        ("?.#.?.#.?^*", None),
        ("2 = ?", Some("nothing is ever sent to channel 2")),
        ("1 = b, 0 = a.b", Some("`b` is never sent to channel 0")),
        ("1 = b", None),
    ] {
        let (shown, codes) = diagnostics(&text(contents));
        let expected = impossible.map_or(&[] as &[_], |_| &["W0308"]);
        assert_eq!(codes, expected, "{contents}\n{shown}");
        assert!(shown.contains(impossible.unwrap_or_default()), "{contents}\n{shown}");
    }
}
