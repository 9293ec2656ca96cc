//! The languages that are read: what texts of each describe, how their files are called, and how they begin.
//!
//! Whoever asks what a file is asks this table. A new language is one row here, beside the directory that reads it.

use kernel::source::Source;

use Beginning::{Such, Words};

/// What texts of a language describe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Communicating automata.
    System,
    /// Components and their connectors.
    Components,
    /// The messages between participants, seen from outside.
    Choreography,
    /// Sequences of messages on lifelines.
    Interaction,
    /// A finite automaton.
    Automaton,
    /// What the locations of a run observed, as it is held against an interaction.
    Multitrace,
    /// Events of runs.
    Log,
    /// A formula of propositional logic.
    Formula,
    /// What the program writes about models: witnesses, certificates, reports.
    Evidence,
}

impl Kind {
    /// Returns what a text of this kind is called: "an interaction".
    pub fn described(self) -> &'static str {
        match self {
            Self::System => "a system of automata",
            Self::Components => "a system of components",
            Self::Choreography => "a choreography",
            Self::Interaction => "an interaction",
            Self::Automaton => "a finite automaton",
            Self::Multitrace => "a multitrace",
            Self::Log => "a log",
            Self::Formula => "a formula",
            Self::Evidence => "evidence about a model",
        }
    }
}

/// Which files of a directory are of a language.
enum Searched {
    /// All that are called so.
    ByEnding,
    /// Those that are called so and of whose beginning this holds: other texts have the same ending.
    If(fn(&str) -> bool),
    /// None: they must be named.
    Never,
    /// None: they are read together with the texts that they stand beside.
    Beside,
}

/// How the texts of a language begin.
enum Beginning {
    /// With one of these words, and another word follows somewhere, which may be empty.
    Words(&'static [(&'static str, &'static str)]),
    /// So that this holds of the first line and the text.
    Such(fn(&str, &str) -> bool),
}

impl Beginning {
    fn is_of(&self, first: &str, text: &str) -> bool {
        match self {
            Self::Words(words) => {
                words.iter().any(|(word, other)| first.starts_with(word) && text.contains(other))
            }
            Self::Such(is_of) => is_of(first, text),
        }
    }
}

/// A language.
pub struct Language {
    /// Its name in reports.
    pub name: &'static str,
    /// What its texts describe.
    pub kind: Kind,
    /// The endings of its files, without dots.
    pub endings: &'static [&'static str],
    /// Where its texts are found besides.
    also: &'static str,
    searched: Searched,
    begins: Beginning,
    /// Words of which each text has one.
    signs: &'static [&'static str],
}

/// All languages; a text is in the first one that it begins as.
pub static LANGUAGES: [Language; 21] = [
    Language::new(
        Kind::System,
        "SCM",
        &["scm"],
        Words(&[("scm ", "nb_channels")]),
        &["nb_channels", "automaton"],
    ),
    Language::new(
        Kind::System,
        "FSA",
        &["fsa"],
        Such(|_, text| is_machine(text)),
        &[".outputs", ".state graph", ".marking"],
    ),
    Language::new(
        Kind::Components,
        "BIP",
        &["bip"],
        Words(&[("package ", "compound type")]),
        &["package", "atom", "connector", "compound"],
    ),
    Language::new(
        Kind::Interaction,
        "PlantUML",
        &["puml", "plantuml"],
        Words(&[("@startuml", "")]),
        &["@start", "->", "<-", "participant"],
    ),
    Language::new(
        Kind::Interaction,
        "Mermaid",
        &["mmd", "mermaid"],
        Words(&[("sequenceDiagram", "")]),
        &["sequenceDiagram", "->", "participant"],
    )
    .also(", blocks of *.md"),
    Language::new(
        Kind::Interaction,
        "signature",
        &["hsf"],
        Words(&[("@message", "{"), ("@lifeline", "{")]),
        &["@"],
    )
    .searched(Searched::Beside),
    Language::new(
        Kind::Choreography,
        "Scribble",
        &["scr", "nuscr"],
        Words(&[
            ("global protocol", "("),
            ("explicit global protocol", "("),
            ("aux global", "("),
            ("module ", "global protocol"),
        ]),
        &["protocol", "module"],
    ),
    Language::new(
        Kind::Choreography,
        "DOT",
        &["dot", "gv"],
        Words(&[("digraph", "{")]),
        &["graph"],
    )
    .searched(Searched::If(has_interactions)),
    Language::new(
        Kind::Choreography,
        "Sprout",
        &["sprout"],
        Words(&[("Initial state", ":")]),
        &["state", "->"],
    ),
    Language::new(Kind::Automaton, "Aldebaran", &["aut"], Words(&[("des (", ",")]), &["des", "("])
        .searched(Searched::Never),
    Language::new(
        Kind::Automaton,
        "Timbuk",
        &["timbuk"],
        Words(&[("Ops ", "Automaton")]),
        &["Ops", "Automaton", "->"],
    ),
    Language::new(
        Kind::Multitrace,
        "multitrace",
        &["htf"],
        Words(&[("{[", "]")]),
        &["[", "!", "?"],
    ),
    Language::new(
        Kind::Evidence,
        "evidence",
        &[],
        Words(&[
            ("{", "\"scm-check/witness\""),
            ("{", "\"scm-check/report\""),
            ("{", "\"scm-check/certificate\""),
            ("[", "\"scm-check/certificate\""),
        ]),
        &[],
    )
    .searched(Searched::Never)
    .also("*.json"),
    Language::new(Kind::Automaton, "JSON", &["json"], Words(&[("{", "scm-check/automaton")]), &[])
        .searched(Searched::If(|text| text.contains("scm-check/automaton"))),
    Language::new(
        Kind::Log,
        "OpenTelemetry",
        &["otlp", "otel"],
        Words(&[("{", "\"resourceSpans\"")]),
        &[],
    )
    .searched(Searched::Never)
    .also(", *.json"),
    Language::new(Kind::Log, "Jaeger", &[], Words(&[("{", "\"traceID\"")]), &[])
        .searched(Searched::Never)
        .also("*.json"),
    Language::new(Kind::Log, "Zipkin", &[], Words(&[("[", "\"traceId\"")]), &[])
        .searched(Searched::Never)
        .also("*.json"),
    Language::new(
        Kind::Choreography,
        "ChorGram",
        &["gc", "sgg"],
        Such(|first, text| is_global(first) && text.contains("->")),
        &["->"],
    ),
    Language::new(
        Kind::Interaction,
        "interaction",
        &["hif"],
        Such(is_term),
        &[" -- ", "seq(", "alt(", "@lifeline", "@message"],
    ),
    Language::new(
        Kind::Choreography,
        "choreography automaton",
        &["ca"],
        Such(|first, text| is_edge(first) || is_setting(first) && text.lines().any(is_edge)),
        &["init ", "arch "],
    ),
    Language::new(Kind::Formula, "DIMACS", &["cnf", "dimacs"], Words(&[("p cnf ", "")]), &["p "])
        .searched(Searched::Never),
];

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Language {}

impl std::fmt::Debug for Language {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name)
    }
}

impl Language {
    const fn new(
        kind: Kind,
        name: &'static str,
        endings: &'static [&'static str],
        begins: Beginning,
        signs: &'static [&'static str],
    ) -> Self {
        Self { name, kind, endings, also: "", searched: Searched::ByEnding, begins, signs }
    }

    const fn searched(self, searched: Searched) -> Self {
        Self { searched, ..self }
    }

    const fn also(self, also: &'static str) -> Self {
        Self { also, ..self }
    }

    /// Returns the language with a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        LANGUAGES.iter().find(|language| language.name == name)
    }

    /// Returns the language of files with an ending, which is given without its dot.
    ///
    /// ```
    /// use language::kinds::{Kind, Language};
    ///
    /// let language = Language::of_ending("sgg").expect("there is one");
    /// assert_eq!((language.name, language.kind), ("ChorGram", Kind::Choreography));
    /// ```
    pub fn of_ending(ending: &str) -> Option<&'static Self> {
        LANGUAGES.iter().find(|language| language.endings.contains(&ending))
    }

    /// Returns the language that a text begins in, if it is read.
    ///
    /// # Complexity
    /// Linear in the text.
    pub fn of_text(source: &Source) -> Option<&'static Self> {
        if unread(source).is_some() {
            return None;
        }
        beginning(source).map(|(_, language)| language)
    }

    /// Returns the language of a text: by the ending of its file, where that says nothing, or not enough, by its beginning.
    ///
    /// # Complexity
    /// That of [`of_text`](Self::of_text).
    pub fn of(ending: Option<&str>, source: &Source) -> Option<&'static Self> {
        let named = ending.and_then(Self::of_ending);
        match named.map(|language| &language.searched) {
            None => Self::of_text(source),
            Some(Searched::If(holds)) if !holds(source.text()) => Self::of_text(source).or(named),
            Some(_) => named,
        }
    }

    /// Returns how files in it are called: "*.mmd, *.mermaid, blocks of *.md".
    pub fn files(&self) -> String {
        let endings: Vec<String> = self.endings.iter().map(|one| format!("*.{one}")).collect();
        endings.join(", ") + self.also
    }

    /// Returns `true` if a text with errors may be meant as one in this language: it has a word of those that each text has.
    pub(crate) fn is_meant_in(&self, text: &str) -> bool {
        match self.name {
            "choreography automaton" if text.lines().any(is_edge) => true,
            "JSON" => text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']),
            _ => self.signs.iter().any(|word| text.contains(word)),
        }
    }
}

/// What a search for texts of some kinds does with a file in a directory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sighting {
    /// The file is one of them.
    Sought,
    /// It is read together with one of them.
    Companion,
    /// It is something else.
    Other,
}

/// Returns what a search for texts of some kinds does with a file with an ending; where texts of other languages have the
/// same ending, `begin` returns the first bytes of this one.
pub fn sighting(ending: &str, kinds: &[Kind], begin: impl FnOnce() -> Vec<u8>) -> Sighting {
    let language = Language::of_ending(ending).filter(|language| kinds.contains(&language.kind));
    match language.map(|language| &language.searched) {
        Some(Searched::ByEnding) => Sighting::Sought,
        Some(Searched::If(holds)) if holds(&String::from_utf8_lossy(&begin())) => Sighting::Sought,
        Some(Searched::Beside) => Sighting::Companion,
        _ => Sighting::Other,
    }
}

/// Returns the languages of which directories are searched for texts of some kinds.
pub fn searched(kinds: &[Kind]) -> impl Iterator<Item = &'static Language> {
    let is_searched = |language: &&Language| {
        let is_sought = matches!(language.searched, Searched::ByEnding | Searched::If(_));
        is_sought && kinds.contains(&language.kind)
    };
    LANGUAGES.iter().filter(is_searched)
}

/// How texts of a language that is not read begin, a word that they also have, the name of the language, and advice.
type Unread = (&'static str, &'static str, &'static str, &'static str);

const UNREAD: [Unread; 10] = [
    ("@startmindmap", "", "a mind map of PlantUML", DIAGRAM),
    ("@start", "", "another diagram of PlantUML", DIAGRAM),
    ("flowchart", "", "a flowchart of Mermaid", DIAGRAM),
    ("graph ", "-->", "a flowchart of Mermaid", DIAGRAM),
    ("stateDiagram", "", "a state diagram of Mermaid", DIAGRAM),
    ("local protocol", "(", "a local protocol of Scribble", GLOBAL),
    ("<?xml", "bpmn", "a diagram of BPMN", BPMN),
    ("<", "/spec/BPMN/", "a diagram of BPMN", BPMN),
    ("<?xml", "", "XML", "XML is not read"),
    ("", "", "Promela", PROMELA),
];

/// Advice about diagrams that cannot be read.
const DIAGRAM: &str = "of diagrams, sequence diagrams are read: *.puml, *.mmd";
/// Advice about the protocol of one participant.
const GLOBAL: &str = "the global protocol that it is a part of is read";
/// Advice about models for SPIN.
const PROMELA: &str = "SPIN reads it; systems are read in SCM: *.scm";
/// Advice about business processes.
const BPMN: &str = "draw its messages as a sequence diagram: *.puml, *.mmd";

/// Returns the first line of a text, and the language that begins so and that is not read, if one does.
pub(crate) fn unread(source: &Source) -> Option<(&str, &'static Unread)> {
    let mut text = source.text().trim_start_matches('\u{feff}').trim_start();
    // Comments of Mermaid, with settings or without.
    while text.starts_with("%%") {
        text = text.find('\n').map_or("", |end| &text[end..]).trim_start();
    }
    // `#` begins a line of Promela, and a comment elsewhere.
    let texts = [text, without_comments(text)];
    texts.into_iter().find_map(|text| {
        let first = text.lines().next()?.trim_end();
        let begins = |(word, other, name, _): &&Unread| match *name {
            "Promela" => is_promela(text),
            "another diagram of PlantUML" if first.starts_with("@startuml") => false,
            _ => first.starts_with(word) && text.contains(other),
        };
        Some((first, UNREAD.iter().find(begins)?))
    })
}

/// Returns `true` if a text begins with a declaration of Promela and has processes, which other languages that declare
/// channels and numbers have not.
fn is_promela(text: &str) -> bool {
    const FIRST: [&str; 17] = [
        "#define", "#include", "#if", "#ifdef", "#ifndef", "active", "bit", "bool", "byte", "chan",
        "init", "inline", "int", "mtype", "proctype", "short", "typedef",
    ];
    if !FIRST.contains(&first_word(text)) {
        return false;
    }
    let has_messages =
        || text.lines().any(|line| ["chan", "mtype"].contains(&first_word(line.trim_start())));
    let is_process = |line: &str| {
        let line = line.trim_start();
        let active = line.strip_prefix("active").map_or("", str::trim_start);
        let behind = active.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let named = behind.map_or(active, |(_, rest)| rest.trim_start());
        [line, named].iter().any(|rest| first_word(rest) == "proctype")
    };
    let begins = |line: &str| {
        let block = line.trim_start().strip_prefix("init").map(str::trim_start);
        block.is_some_and(|rest| rest.is_empty() || rest.starts_with('{'))
    };
    text.lines().any(is_process) || text.lines().any(begins) && has_messages()
}

/// Returns the word that a line begins with, which may have a `#`.
fn first_word(line: &str) -> &str {
    let end = line.find(|sign: char| !sign.is_alphanumeric() && sign != '#' && sign != '_');
    &line[..end.unwrap_or(line.len())]
}

/// Returns the first line of a text behind comments, and the language that begins so, if one does.
pub(crate) fn beginning(source: &Source) -> Option<(&str, &'static Language)> {
    let text = without_comments(source.text().trim_start_matches('\u{feff}'));
    let text = without_settings(text);
    let first = text.lines().next()?.trim_end();
    Some((first, LANGUAGES.iter().find(|language| language.begins.is_of(first, text))?))
}

/// Returns `true` for a graph whose edges are interactions, `A->B:m`.
fn has_interactions(text: &str) -> bool {
    let mut quoted = text.split('"').skip(1).step_by(2);
    quoted.any(|label| label.split_once("->").is_some_and(|(_, rest)| rest.contains(':')))
}

/// Returns `true` for a text whose first line that is no comment begins a communicating machine.
fn is_machine(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with("--"));
    first.is_some_and(|line| line.split_whitespace().next() == Some(".outputs"))
}

/// Returns `true` for the first line of the term of an interaction that is one message.
fn is_term(first: &str, _: &str) -> bool {
    first.contains(" -- ") && first.contains("->") && !first.contains(['{', '"'])
}

/// Returns `true` for a line that has an interaction of a choreography automaton, which is one word, such as `-p->q:m-`.
fn is_edge(line: &str) -> bool {
    line.split_whitespace().skip(1).any(|word| {
        let label = word.strip_prefix('-').and_then(|label| label.split_once("->"));
        label.is_some_and(|(sender, label)| {
            sender.starts_with(char::is_alphanumeric) && label.contains(':')
        })
    })
}

/// Returns `true` for a line of a choreography automaton that is about all of it, or about a channel.
fn is_setting(line: &str) -> bool {
    const WORDS: [&str; 6] = ["name", "arch", "channel", "init", "final", "expect"];
    WORDS.contains(&first_word(line))
}

/// Returns `true` for the first line of a global view of `ChorGram` that is a choice or a loop. A message, `A -> B : m`, may be
/// one of a diagram, too.
fn is_global(line: &str) -> bool {
    let begins = |word: &str| {
        let rest = line.strip_prefix(word);
        rest.is_some_and(|rest| rest.starts_with([' ', '{']) && rest.contains('{'))
    };
    begins("sel") || begins("repeat")
}

/// Returns a text without the settings and comments that a diagram of Mermaid may begin with.
fn without_settings(text: &str) -> &str {
    let settings = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    let mut text = settings.map_or(text, |(_, rest)| rest.trim_start());
    while let Some(rest) = text.strip_prefix("%%") {
        let end = if rest.starts_with('{') { "}%%" } else { "\n" };
        text = rest.find(end).map_or("", |at| &rest[at + end.len()..]).trim_start();
    }
    text
}

/// Returns a text without the comments and blanks that it begins with.
fn without_comments(text: &str) -> &str {
    const BLOCKS: [(&str, &str); 2] = [("/*", "*/"), ("(*", "*)")];
    let mut text = text.trim_start();
    loop {
        let block = BLOCKS.iter().find(|(begin, _)| text.starts_with(begin));
        let rest = if let Some((_, end)) = block {
            text.find(end).map(|at| &text[at + end.len()..])
        } else if ["//", "#", "..", "'"].iter().any(|sign| text.starts_with(sign)) {
            text.find('\n').map(|at| &text[at..])
        } else {
            return text;
        };
        text = rest.unwrap_or_default().trim_start();
    }
}
