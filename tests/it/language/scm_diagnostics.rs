//! What diagnostics look like: one snapshot for each code, and several mistakes in one run.

use crate::support::advised::advised;
use crate::support::likely_mistakes::is_likely_mistake;
use scm_check::internals::kernel::diagnostics::{Code, CodePage, Severity};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::reading;
use scm_check::internals::language::scm::{self, codes};

/// A model in which nothing is wrong, with holes for what is.
struct Parts<'a> {
    channels: &'a str,
    parameters: &'a str,
    transition: &'a str,
    rest: &'a str,
}

const RIGHT: Parts<'static> = Parts {
    channels: "nb_channels = 2 ;",
    parameters: "int req ; int res ;",
    transition: "to 1 : when true , 0 ! req ;",
    rest: "",
};

fn text(parts: &Parts<'_>) -> String {
    let Parts { channels, parameters, transition, rest } = parts;
    format!(
        "scm t :\n{channels}\nparameters : {parameters}\nautomaton client :\ninitial : 0\nstate 0 \
         :\n{transition}\nstate 1 :\nto 0 : when true , 1 ? res ;\n{rest}"
    )
}

fn channels(channels: &str) -> String {
    text(&Parts { channels, ..RIGHT })
}

fn parameters(parameters: &str) -> String {
    text(&Parts { parameters, ..RIGHT })
}

fn transition(transition: &str) -> String {
    text(&Parts { transition, ..RIGHT })
}

fn rest(rest: &str) -> String {
    text(&Parts { rest, ..RIGHT })
}

fn bad(specification: &str) -> String {
    rest(&format!("bad_states :\n{specification}\n"))
}

fn bag(contents: &str) -> String {
    let specification = format!("bad_states :\n(automaton client : in 0 : true with {contents})");
    text(&Parts {
        channels: "nb_channels = 2 ;\n//# bag_buffers = 0",
        rest: &specification,
        ..RIGHT
    })
}

/// Returns the codes of this language and those of all languages.
fn all_codes() -> impl Iterator<Item = Code> {
    let pages = CodePage::all(reading::codes::PAGES).chain(CodePage::all(codes::PAGES));
    pages.map(|page| page.code)
}

/// Returns a text in which that mistake is made, or nothing where the text would be too large.
fn example(code: Code) -> Option<String> {
    Some(match code {
        reading::codes::FILE_TOO_LARGE => return None,
        reading::codes::INVALID_UTF8 => rest("// caf\u{e9}"),
        codes::BYTE_ORDER_MARK => format!("\u{feff}{}", text(&RIGHT)),
        codes::UNKNOWN_CHARACTERS => transition("to 1 : when true && true , 0 ! req ;"),
        codes::UNTERMINATED_COMMENT => rest("/* one /* two */"),
        codes::NUMBER_TOO_LARGE => transition("to 18446744073709551616 : when true , 0 ! req ;"),
        codes::TOO_DEEP => {
            transition(&format!("to 1 : when {}true , 0 ! req ;", "not ".repeat(300)))
        }
        reading::codes::TOO_MANY_MISTAKES => {
            transition(&"to 1 : when true , 9 ! req ;\n".repeat(1_100))
        }
        reading::codes::MALFORMED_DIRECTIVE => rest("//# expect: rsc = perhaps"),
        reading::codes::REPEATED_DIRECTIVE => rest("//# bag_buffers = 0\n//# bag_buffers = 1"),
        codes::SYNTAX => transition("to 1 : true , 0 ! req ;"),
        codes::KEYWORD_AS_NAME => parameters("int req ; int res ; int state ;"),
        codes::MISSING_SEMICOLON => transition("to 1 : when true , 0 ! req"),
        codes::MISSING_SECTION => {
            "scm t :\nnb_channels = 2 ;\nautomaton a :\ninitial : 0\nstate 0 :".to_owned()
        }
        codes::MISPLACED_SECTION => rest("lossy : 0"),
        codes::UNKNOWN_MESSAGE => transition("to 1 : when true , 0 ! rqe ;"),
        codes::UNKNOWN_CHANNEL => transition("to 1 : when true , 2 ! req ;"),
        codes::UNKNOWN_STATE => transition("to 7 : when true , 0 ! req ;"),
        codes::UNKNOWN_AUTOMATON => bad("(automaton cleint : in 0 : true)"),
        codes::UNKNOWN_VARIABLE => transition("to 1 : when x == 0 , 0 ! req ;"),
        codes::DUPLICATE => rest("state 1 :"),
        codes::AUTOMATON_TWICE => {
            bad("(automaton client : in 0 : true automaton client : in 1 : true)")
        }
        codes::NO_CHANNELS => channels("nb_channels = 0 ;"),
        codes::TOO_MANY_CHANNELS => channels("nb_channels = 4000000000 ;"),
        codes::NO_INITIAL_STATE => rest("automaton server :\nstate 0 :"),
        codes::NO_STATES => rest("automaton server :\ninitial : 0"),
        codes::NO_BAD_STATE => bad("(automaton client :)"),
        codes::WRONG_KIND => transition("to 1 : when 1 , 0 ! req ;"),
        codes::SEPARATOR_COUNT => bad("(automaton client : in 0 : true with req.res)"),
        codes::SEPARATOR_REPEATED => bad("(automaton client : in 0 : true with (req.#)^*)"),
        codes::SEPARATOR_MISMATCH => bad("(automaton client : in 0 : true with req.#|res)"),
        codes::BAG_CONSTRAINED => bag("req.(req|res)^*.#._"),
        codes::CONTENTS_TOO_COMPLEX => {
            // Every word is allowed, but to see it one follows the last twenty-four letters.
            let tail = ".(req|res)".repeat(24);
            bag(&format!("((req|res)^*|(req|res)^*.req{tail}).#._"))
        }
        codes::SEPARATOR_IN_PART => bad("(automaton client : in 0 : true with 0 = req.#.res)"),
        codes::CONTENTS_WITHOUT_CHANNEL => {
            bad("(automaton client : in 0 : true with 0 = req, res)")
        }
        codes::CONTENTS_TWICE => bad("(automaton client : in 0 : true with 0 = req, 0 = res)"),
        codes::NO_MESSAGE => {
            "scm t :\nnb_channels = 1 ;\nparameters :\nautomaton a :\ninitial : 0\nstate 0 \
             :\nbad_states :\n(automaton a : in 0 : true with _|?)"
                .to_owned()
        }
        codes::CONTENTS_TOO_LARGE => text(&Parts {
            channels: "nb_channels = 1000000 ;",
            rest: "bad_states :\n(automaton client : in 0 : true with 0 = req)",
            ..RIGHT
        }),
        codes::CONDITION_UNSUPPORTED => transition("to 1 : when req == 0 , 0 ! req ;"),
        codes::ASSIGNMENT_UNSUPPORTED => {
            text(&RIGHT).replace("initial", "int x ;\ninitial").replace("! req", "! req with x = 1")
        }
        codes::THRESHOLD_UNSUPPORTED => rest("threshold : req <= 3"),
        codes::UNSUPPORTED_WORD => transition("to 1 : when sqrt req <= 1 , 0 ! req ;"),
        codes::UNUSED_CHANNEL => channels("nb_channels = 5 ;"),
        codes::UNUSED_MESSAGE => parameters("int req ; int res ; int ack ;"),
        codes::UNREACHABLE_STATE => rest("state 7 :\nstate 8 :"),
        codes::DUPLICATE_TRANSITION => transition(&RIGHT.transition.repeat(2)),
        codes::REPEATED => text(&RIGHT).replace("initial : 0", "initial : 0, 0"),
        codes::UNUSED_VARIABLE => text(&RIGHT).replace("initial", "int x = 3 ;\ninitial"),
        codes::DROPPED_MESSAGE_VALUE => parameters("int req = 3 ; int res ;"),
        codes::SILENT_DIRECTIVE => rest("// # expect: rsc = holds"),
        codes::IMPOSSIBLE_CONTENTS => {
            bad("(automaton client : in 0 : true with req.(res|res.req).#._)")
        }
        other => likely_mistake(other),
    })
}

/// Returns a text with a likely mistake.
fn likely_mistake(code: Code) -> String {
    match code {
        codes::NEVER_RECEIVED => rest(
            "automaton server :\ninitial : 0\nstate 0 :\nto 0 : when true , 0 ? res ;\n\
             to 0 : when true , 1 ! res ;",
        ),
        codes::NEVER_SENT => rest(
            "automaton server :\ninitial : 0\nstate 0 :\nto 0 : when true , 0 ? req ;\n\
             to 0 : when true , 0 ? res ;\nto 0 : when true , 1 ! res ;",
        ),
        codes::ONE_ENDED_CHANNEL => text(&RIGHT),
        codes::IMMOBILE => rest("automaton server :\ninitial : 0\nstate 0 :"),
        codes::SHARED_FIFO => rest(
            "automaton server :\ninitial : 0\nstate 0 :\nto 0 : when true , 0 ? req ;\n\
             to 0 : when true , 1 ! res ;\nto 0 : when true , 1 ? res ;",
        ),
        codes::ODD_SEND => text(&Parts {
            transition: "to 1 : when true , 0 ! req ;\nto 1 : when true , 0 ! res ;",
            rest: "automaton server :\ninitial : 0\nstate 0 :\nto 0 : when true , 0 ? req ;\n\
                   to 0 : when true , 0 ? res ;\nto 0 : when true , 1 ! res ;\n\
                   to 0 : when true , 0 ! req ;",
            ..RIGHT
        }),
        codes::IMPOSSIBLE_STATES => bad("(automaton client : in 0 : false)"),
        codes::FINAL_BUT_ACTIVE => text(&RIGHT) + "\n//# final: client = 0",
        reading::codes::OTHER_LANGUAGE => "0 -p->q:m- 1".to_owned(),
        other => panic!("no text shows {other:?}"),
    }
}

fn source(code: Code) -> Option<Source> {
    let text = example(code)?;
    if code == reading::codes::INVALID_UTF8 {
        // The same text in Latin-1.
        let bytes = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        return Some(Source::from_bytes("t.scm", bytes));
    }
    Some(Source::new("t.scm", text))
}

#[test]
fn every_code_is_shown_with_its_place_and_advice() {
    for code in all_codes() {
        let Some(source) = source(code) else { continue };
        let diagnostics = scm::read(&source).diagnostics;
        let here: Vec<_> = diagnostics
            .iter()
            .filter(|d| d.code == code || d.severity() == Severity::Error)
            .cloned()
            .collect();
        assert!(here.iter().any(|d| d.code == code), "{code:?}: {diagnostics:#?}");
        let shown = advised(&source, here, 3);
        insta::assert_snapshot!(format!("code_{}", code.name), shown);
    }
}

#[test]
fn only_a_file_of_four_gigabytes_has_no_example() {
    let without: Vec<Code> = all_codes().filter(|&code| example(code).is_none()).collect();
    assert_eq!(without, [reading::codes::FILE_TOO_LARGE]);
}

#[test]
fn a_model_in_which_nothing_is_wrong_has_no_diagnostics() {
    assert_eq!(read(&text(&RIGHT)).1, [""; 0]);
}

/// Returns the shown diagnostics and their codes, without those of likely mistakes: the client has no server.
fn read(text: &str) -> (String, Vec<&'static str>) {
    let source = Source::new("t.scm", text);
    let mut diagnostics = scm::read(&source).diagnostics;
    diagnostics.retain(|diagnostic| !is_likely_mistake(diagnostic));
    let codes = diagnostics.iter().map(|d| d.code.name).collect();
    (advised(&source, diagnostics, 100), codes)
}

#[test]
fn five_mistakes_get_five_diagnostics_in_one_run() {
    let (shown, codes) = read(
        "scm five :\nnb_channels = 2 ;\nparameters :\nint req ;\nint res ;\n\nautomaton client :\n\
         initial = 0\nstate 0 :\nto 1 : when true , 0 ! rqe\nto 0 : when true , 2 ! req ;\nstate 1 \
         :\nto 0 when true , 1 ? res ;\n\nbad_states :\n(automaton client : in 3 : true with req.#)\n",
    );
    assert_eq!(codes, ["E0020", "E0101", "E0022", "E0102", "E0020", "E0103"]);
    insta::assert_snapshot!(shown);
}

#[test]
fn a_mistake_in_one_element_of_a_list_costs_that_element_only() {
    let (_, codes) = read(
        "scm t :\nnb_channels = 1 ;\nparameters : int a ; int 1 ; int c ;\nautomaton A :\ninitial : \
         0\nstate 0 :\nto 0 : when true , 0 ! a ;\nto zero : when true , 0 ! a ;\nto 9 : when true , 0 \
         ! a ;\nto 0 : when true , 0 ? ;\nto 8 : when true , 0 ! c ;\nbad_states : (automaton A : in : \
         true) (automaton A : in 7 : true) (automaton A : in 6 : true with a.) (automaton B : in 0 : \
         true)",
    );
    assert_eq!(
        codes,
        ["E0020", "E0020", "E0103", "E0020", "E0103", "E0020", "E0103", "E0103", "E0020", "E0104"]
    );
}

#[test]
fn a_swallowed_declaration_makes_no_name_unknown() {
    let (_, codes) = read(&parameters("int req ; int 1 res ;"));
    assert_eq!(codes, ["E0020"]);
    let (_, codes) = read(&text(&RIGHT).replace("automaton client", "automaton 1 client"));
    assert_eq!(codes, ["E0020"]);
    let (_, codes) = read(&text(&RIGHT).replace("state 1", "state one"));
    assert_eq!(codes, ["E0020"]);
    let (_, codes) = read(&text(&RIGHT).replace("parameters", "parameter"));
    assert_eq!(codes, ["E0020"]);
    let (_, codes) = read(&channels("nb_channels = two ;"));
    assert_eq!(codes, ["E0020"]);
}

#[test]
fn parentheses_that_do_not_match_are_reported_once() {
    for specification in [
        "((automaton client : in 0 : true))",
        "automaton client : in 0 : true",
        "(automaton client : in 0 : true with (req res).#)",
        "(automaton client : in 0 : true (automaton client : in 1 : true)",
        "(automaton client : in 0 true)",
        "(automaton client : in 0 : true with (req.#)",
    ] {
        let (shown, codes) = read(&bad(specification));
        assert_eq!(codes.len(), 1, "{specification}\n{shown}");
    }
}

#[test]
fn nothing_follows_from_a_mistake_in_one_word() {
    let right = rest(
        "automaton server :\ninitial : 0\nstate 0 :\nto 0 : when true , 1 ! res ;\nbad_states \
         :\n(automaton client : in 1 : true automaton server : in 0 : true with req^*.#.res)",
    );
    assert_eq!(read(&right).1, [""; 0]);
    for (word, wrong, code) in [
        ("nb_channels", "nb_chanels", "E0020"),
        ("parameters", "parameter", "E0020"),
        ("automaton client :\n", "Automaton client :\n", "E0020"),
        ("automaton server :\n", "automat server :\n", "E0020"),
        ("automaton server :\n", "process server :\n", "E0020"),
        ("automaton client :\n", "automaton my-client :\n", "E0020"),
        ("initial", "inital", "E0020"),
        ("state 0", "states 0", "E0020"),
        ("state 1", "State 1", "E0020"),
        ("state 1", "state1", "E0020"),
        ("state 1 :", "state :", "E0020"),
        ("initial : 0\nstate 0 :", "state 0 :\ninitial : 0", "E0020"),
        ("state 1 :", "state idle :", "E0020"),
        ("to 1", "To 1", "E0020"),
        ("when true", "When true", "E0020"),
        ("when true", "when True", "E0113"),
        ("when true", "when !true", "E0020"),
        ("0 ! req", "0 ! state", "E0021"),
        ("0 ! req", "0 ! to", "E0021"),
        ("bad_states", "bad_state", "E0020"),
        ("with req", "req", "E0020"),
        ("with req", "wiht req", "E0020"),
        ("req^*", "req*", "E0020"),
        ("req^*.#", "req^* #", "E0020"),
        ("#.res", "res", "E0120"),
        ("in 1", "at 1", "E0020"),
        ("int res ;", "int res ; # the answer", "E0020"),
        ("int res ;", "int res ; -- the answer", "E0020"),
        ("int res ;", "int res ; /* the answer", "E0004"),
    ] {
        assert!(right.contains(word), "{word}");
        let (shown, codes) = read(&right.replacen(word, wrong, 1));
        assert_eq!(codes, [code], "{wrong}\n{shown}");
    }
}

#[test]
fn a_keyword_as_a_name_is_reported_wherever_it_stands_and_no_more() {
    let parts = Parts { parameters: "int state ; int res ;", ..RIGHT };
    let (shown, codes) = read(&text(&parts).replace("req", "state"));
    assert_eq!(codes, ["E0021", "E0021"], "{shown}");
}

#[test]
fn a_text_that_is_no_model_has_one_mistake() {
    for text in [
        "{\n  \"name\": \"server\",\n  \"channels\": [2]\n}\n",
        "outputs client\nstate graph\n0 server ! req 1\nmarking 0\nend\n",
        "lorem ipsum dolor sit amet",
        "<html>\n<body class=\"x\">\n</html>\n",
    ] {
        let (shown, codes) = read(text);
        assert_eq!(codes.len(), 1, "{shown}");
        let is_named = shown.contains("a model begins with `scm`") || shown.contains("found JSON");
        assert!(is_named, "{shown}");
    }
    let two = format!("{}\n{}", text(&RIGHT), text(&RIGHT));
    let (shown, codes) = read(&two);
    assert_eq!(codes, ["E0020"], "{shown}");
    assert!(shown.contains("a second model begins here"), "{shown}");
}

#[test]
fn lone_carriage_returns_count_as_line_ends() {
    let (shown, _) = read(&transition("to 1 : when true , 0 ! rqe ;").replace('\n', "\r"));
    assert!(shown.contains("t.scm:7:24"), "{shown}");
}

#[test]
fn warnings_wait_until_there_is_no_error() {
    let twice = "to 1 : when true , 0 ! req ;\nto 1 : when true , 0 ! req ;";
    assert_eq!(read(&transition(twice)).1, ["W0304"]);
    let (shown, codes) = read(&transition(&format!("{twice}\nto 7 : when true ;")));
    assert_eq!(codes, ["E0103"], "{shown}");
}

#[test]
fn slips_of_the_pen_get_advice() {
    for (text, advice) in [
        (transition("to 1 : when req <> 0 , 0 ! req ;"), "`!=`"),
        (transition("to 1 : when true || true , 0 ! req ;"), "`or`"),
        (transition("to 1 : when req = 0 , 0 ! req ;"), "`==`"),
        (transition("to 1 : when req =< 0 , 0 ! req ;"), "write `<=`"),
        (transition("to 1 : when req => 0 , 0 ! req ;"), "write `>=`"),
        (transition("to 1 : when (true , 0 ! req ;"), "close the parenthesis"),
        (transition("to 1 : when 0 ! req ;"), "the condition comes first"),
        (transition("to 1 : 0 ! req ;"), "the condition comes first"),
        (transition("to 1 : when true , 0 -> req ;"), "sending is written `0 ! m`"),
        (transition("to 1 : when true , req ! 0 ;"), "channels are numbers"),
        (transition("0 -> 1 : req ;"), "a transition is written"),
        (parameters("int re-q ;"), "names consist of"),
        (parameters("int 2q ;"), "names begin with a letter"),
        (
            bad("(automaton client : in 0 : true\n(automaton client : in 1 : true)"),
            "close the spec",
        ),
        (rest("//# bag-buffers = 0"), "did you mean `bag_buffers`?"),
        (rest("//# Bag_Buffers = 0"), "did you mean `bag_buffers`?"),
        (transition("to 1 : wehn true , 0 ! req ;"), "did you mean `when`?"),
        (transition("to1 : when true , 0 ! req ;"), "a blank after `to`"),
        (transition("to 1 : when true 0 ! req ;"), "a comma stands between"),
        (rest("automaton server :\ninitial : 0\nstate0 :"), "a blank after `state`"),
        (rest("# a remark"), "comments begin with `//`"),
        (channels("nb_channels = 2 ;\nlossy : 0 ;"), "`lossy` ends without `;`"),
        (bad("(automaton client : in 0 : true) ;"), "`bad_states` ends without `;`"),
        (bad("(automaton client : in 0 : true with req #)"), "write `.` between parts"),
        (bad("(automaton client : in 0 : true with req*.#)"), "`^*`"),
        (bad("(automaton client : in 0 : true with req?.#)"), "`(a|_)`"),
        (bad("(automaton client : in 0 : true with 0 : req)"), "written `0 = a.b`"),
        (bad("(automaton client : in 0 : true with 0.req)"), "written `0 = a.b`"),
        (bad("(automaton client : in 0 : true with 0 == req)"), "write `=` instead of `==`"),
        (bad("(automaton client : in 0 : true with first = req)"), "written `0 = a.b`"),
        (bad("(automaton client : in 0 : true with req.res)"), "name them: `0 = a.b`"),
        (bad("(automaton client : in 0 : true with req, res)"), "`a.#.b`"),
        (rest("//# bag_bufers = 0"), "did you mean `bag_buffers`?"),
        (parameters("int req, res ;"), "`int a ; int b ;`"),
    ] {
        let (shown, _) = read(&text);
        assert!(shown.contains(advice), "no {advice} in\n{shown}\n{text}");
    }
}

#[test]
fn columns_count_characters_and_long_lines_are_cut() {
    let (shown, _) = read(&transition("/* é→ */ to 1 : when true , 2 ! req ;"));
    assert!(shown.contains("t.scm:7:29"), "{shown}");
    let long = format!(
        "{} to 1 : when true , 2 ! req ; {}",
        "/* → */ ".repeat(500),
        "/* ← */".repeat(500)
    );
    let (shown, _) = read(&transition(&long));
    assert!(shown.contains("t.scm:7:4021"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() < 200), "{shown}");
}
