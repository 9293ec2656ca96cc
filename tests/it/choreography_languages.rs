//! The languages of choreographies: what they mean, what they refuse, and what is printed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use scm_check::kernel::automata::{Nfa, NfaStateId, PrefixClosed};
use scm_check::kernel::base::Id;
use scm_check::kernel::diagnostics::{Colours, render_all};
use scm_check::kernel::source::Source;
use scm_check::language::choreography::{Format, Mistake, Model, explanation, print, read};
use scm_check::model::cfsm::ChannelKind;
use scm_check::model::choreography::{Architecture, ChannelChoice, Description};

use crate::scm_corpus::{corpora, source};

/// Reads a text that is right.
fn model(text: &str, format: Format) -> Model {
    let source = Source::new("test", text);
    let reading = read(&source, format);
    let shown = render_all(&source, &reading.diagnostics, 100, Colours::Plain);
    reading.model.unwrap_or_else(|| panic!("{text}\n{shown}"))
}

/// Returns the diagnostics as `CODE line:column`.
fn told(text: &str, format: Format) -> Vec<String> {
    let source = Source::new("test", text);
    let reading = read(&source, format);
    let errors = reading.diagnostics.iter().any(|one| one.code.name.starts_with('E'));
    assert_eq!(reading.model.is_none(), errors, "a model iff no error: {text}");
    let place = |offset| source.line_column(offset);
    reading
        .diagnostics
        .iter()
        .map(|one| {
            let position = place(one.primary.span.start());
            format!("{} {}:{}", one.code.name, position.line, position.column)
        })
        .collect()
}

/// Returns the diagnostics as a person sees them.
fn shown(text: &str, format: Format) -> String {
    let source = Source::new("test", text);
    render_all(&source, &read(&source, format).diagnostics, 100, Colours::Plain)
}

/// Numbers of the interactions of several descriptions, the same for the same names.
type Letters = BTreeMap<(String, String, String), usize>;

/// Returns the minimal automaton of what a description does, whatever the channels are.
fn language(description: &Description, letters: &mut Letters) -> PrefixClosed<usize> {
    let automaton = description.resolved(ChannelChoice::default());
    let mut nfa: Nfa<usize> = Nfa::new();
    for _ in &automaton.states {
        nfa.state();
    }
    let state = |index: usize| NfaStateId::from_index(index);
    for edge in &automaton.edges {
        let (source, target) = (state(edge.source.index()), state(edge.target.index()));
        let Some(exchange) = edge.exchange else {
            nfa.silent(source, target);
            continue;
        };
        let name = (
            automaton.participants[exchange.sender].clone(),
            automaton.participants[exchange.receiver].clone(),
            automaton.messages[exchange.message].clone(),
        );
        let next = letters.len();
        nfa.transition(source, *letters.entry(name).or_insert(next), target);
    }
    PrefixClosed::new(&nfa, state(automaton.initial.index()), 100_000).unwrap()
}

/// Tells whether two descriptions do the same, whatever their channels are.
fn agree(one: &Description, other: &Description) -> bool {
    let mut letters = Letters::new();
    let one = language(one, &mut letters);
    let other = language(other, &mut letters);
    let transitions = |of: &PrefixClosed<usize>| -> Vec<Vec<(usize, usize)>> {
        let numbered = |&(letter, target): &(usize, _)| (letter, Id::index(target));
        of.states().map(|state| of.transitions(state).iter().map(numbered).collect()).collect()
    };
    transitions(&one) == transitions(&other)
}

/// Returns what a description says, by names; states are numbered in the order of the transitions.
fn said(description: &Description) -> String {
    let mut states: Vec<_> = description.initial.into_iter().collect();
    for edge in &description.edges {
        for state in [edge.source, edge.target] {
            if !states.contains(&state) {
                states.push(state);
            }
        }
    }
    let number = |state| states.iter().position(|&other| other == state);
    let edges: Vec<String> = description
        .edges
        .iter()
        .map(|edge| {
            let label = edge.exchange.map(|one| {
                let via = one.via.map(|via| &description.buffers[via].name);
                let sender = &description.participants[one.sender];
                let receiver = &description.participants[one.receiver];
                format!("{sender}->{receiver}:{} {via:?}", description.messages[one.message])
            });
            format!("{:?} {label:?} {:?}", number(edge.source), number(edge.target))
        })
        .collect();
    let finals: BTreeSet<_> = description.finals.iter().map(|&state| number(state)).collect();
    let kinds: BTreeSet<String> = description
        .buffers
        .iter()
        .filter_map(|buffer| Some(format!("{} {:?}", buffer.name, buffer.kind?)))
        .collect();
    format!(
        "{} {:?} {:?} {kinds:?} {:?} {finals:?}\n{}",
        description.name,
        description.architecture,
        description.kind,
        description.initial.map(number),
        edges.join("\n")
    )
}

#[test]
fn an_automaton_is_read_line_by_line() {
    let text = "# a comment\nname lift\narch mailbox\nkind bag\nbuffer @cabin fifo\n\
                init idle\nfinal idle # the end\n#! expect: realisable = violated\n\
                expect paper well-formed # as it says\n\
                idle -button->cabin:call- moving\nmoving   -cabin->door:open  via d-  idle\n";
    let model = model(text, Format::Automaton);
    let description = &model.description;
    assert_eq!(description.name, "lift");
    assert_eq!(description.architecture, Architecture::Mailbox);
    assert_eq!(description.kind, ChannelKind::Bag);
    assert_eq!(description.states.as_slice(), ["idle", "moving"]);
    assert_eq!(description.finals, [description.initial.unwrap()]);
    let channels = description.resolved(ChannelChoice::default()).channels;
    let channels: Vec<_> = channels.iter().map(|one| (one.name.as_str(), one.kind)).collect();
    assert_eq!(channels, [("@cabin", ChannelKind::Fifo), ("d", ChannelKind::Bag)]);
    assert_eq!(model.expectations.len(), 1);
    assert_eq!(model.expectations[0].property, "realisable");
    let remark = ("paper".to_owned(), "well-formed # as it says".to_owned());
    assert_eq!(model.remarks, [remark]);
    let last = model.edges.iter().last().unwrap();
    assert_eq!(&text[last.range()], "moving   -cabin->door:open  via d-  idle");
}

#[test]
fn without_init_the_first_interaction_begins_and_the_file_is_the_name() {
    let source = Source::new("some/where/two words.ca", "7 -p->q:m- 8\n");
    let description = read(&source, Format::Automaton).model.unwrap().description;
    assert_eq!(description.states[description.initial.unwrap()], "7");
    assert_eq!(description.name, "two_words");
    assert_eq!(description.architecture, Architecture::Free);
}

#[test]
fn every_mistake_of_an_automaton_is_told_in_one_run() {
    let text = "arhc p2p\narch mesh\nkind fifo\nkind bag\nbuffer b fifo\nbuffer b bag\n\
                init nowhere\nfinal 1 9\n0 -p->p:m- 1\n0 -p->q:m 1\n0 -p->q:m via b 1\n\
                0 p->q:m 1\n0 -p->q- 1\n0 -p->q:m-\nexpect\nbuffer x\n1 -p->q:n- 0\n";
    let expected = [
        "E0302 1:1",
        "E0301 2:6",
        "E0307 4:6",
        "E0305 6:8",
        "E0306 7:6",
        "E0306 8:9",
        "E0303 9:7",
        "E0301 10:10",
        "E0301 11:16",
        "E0301 12:1",
        "E0301 13:4",
        "E0301 14:1",
        "E0301 15:1",
        "E0301 16:1",
    ];
    assert_eq!(told(text, Format::Automaton), expected);
}

#[test]
fn a_message_to_oneself_is_shown_with_its_place() {
    let expected = [
        "error[E0303]: `p` sends to itself",
        " --> test:2:7",
        "  |",
        "2 | 1 -p->p:n- 0",
        "  |       ^ expected another participant",
        "  |",
        "help: an interaction has two participants: leave out what one of them does alone",
    ];
    let text = "0 -p->q:m- 1\n1 -p->p:n- 0\n";
    assert_eq!(shown(text, Format::Automaton).trim_end(), expected.join("\n"));
}

#[test]
fn a_channel_is_named_by_all_or_the_architecture_names_it() {
    let text = "0 -p->q:m via b- 1\n1 -q->p:n- 0\n";
    assert_eq!(told(text, Format::Automaton), ["E0304 2:1"]);
    assert_eq!(told(&format!("arch free\n{text}"), Format::Automaton), ["E0304 3:1"]);
    assert!(told(&format!("arch p2p\n{text}"), Format::Automaton).is_empty());
    assert!(told("arch free\n0 -p->q:m- 1\n", Format::Automaton).is_empty());
}

#[test]
fn what_is_odd_in_an_automaton_is_a_warning() {
    assert_eq!(told("", Format::Automaton), ["W0401 1:1"]);
    assert_eq!(told("init 0\n", Format::Automaton), ["W0401 1:1"]);
    let text = "arch mailbox\nbuffer q bag\nfinal 1 1\n0 -p->q:m- 1\n0 -p->q:m- 1\n2 -p->q:m- 0\n";
    let expected = ["W0403 2:8", "W0407 3:9", "W0404 5:1", "W0405 6:1"];
    assert_eq!(told(text, Format::Automaton), expected);
    assert!(shown(text, Format::Automaton).contains("did you mean `@q`?"));
    let wrong = "#! expect: realisable = perhaps\n0 -p->q:m- 1\n";
    assert_eq!(told(wrong, Format::Automaton), ["E0009 1:25"]);
    let twice = "#! expect: realisable = holds, realisable = holds\n0 -p->q:m- 1\n";
    assert_eq!(told(twice, Format::Automaton), ["E0010 1:32"]);
}

#[test]
fn words_of_the_language_may_be_names() {
    let text = "init -init->name:via via via- final\nfinal -name->init:m-- via b- init\n";
    let text = text.replace("-- via b-", "- via b-");
    let description = model(&text, Format::Automaton).description;
    assert_eq!(description.states.as_slice(), ["init", "final"]);
    assert_eq!(description.messages.as_slice(), ["via", "m-"]);
    assert_eq!(description.buffers.iter().next().unwrap().name, "via");
}

#[test]
fn every_code_has_its_page() {
    for mistake in Mistake::ALL {
        let code = mistake.code();
        assert_eq!(explanation(&code.name.to_lowercase()), Some(code));
        assert!(!code.explanation.is_empty() && !code.example.is_empty());
    }
    assert!(explanation("E0001").is_none());
}

/// Returns the choreography automata of the corpora, in order.
fn automata(base: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for family in ["thesis", "chorgram", "nuscr", "scribble-java", "sprout"] {
        for entry in std::fs::read_dir(base.join(family)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "ca") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn what_is_printed_is_read_again_as_the_same() {
    let Some(corpora) = corpora() else { return };
    let paths = automata(&corpora.join("choreographies"));
    assert!(paths.len() > 200, "the corpus is found");
    for path in paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let reading = read(&source(&path), Format::Automaton);
        let description = reading.model.unwrap_or_else(|| panic!("{name} is right")).description;
        for format in [Format::Automaton] {
            let text = print(&description, format).unwrap();
            let again = model(&text, format).description;
            assert_eq!(said(&description), said(&again), "{name}\n{text}");
        }
    }
}
