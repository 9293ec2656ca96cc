//! The lines of a text.

use super::codes;
use crate::reading::codes::{MALFORMED_DIRECTIVE, REPEATED_DIRECTIVE};
use crate::reading::{Piece, StatedAnswers, lines, nearest, shortened};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};
use model::cfsm::Direction;

/// The lines that are no transitions, by their first words.
const FORMS: [(&str, &str); 4] = [
    (".outputs", ".outputs NAME"),
    (".state", ".state graph"),
    (".marking", ".marking STATE"),
    (".end", ".end"),
];
/// Advice about transitions.
const TRANSITION: &str = "a transition is `STATE PARTNER ! MESSAGE STATE`, or with `?`: five words";
/// Advice about internal steps.
const INTERNAL: &str = "internal steps are not read; SCM has them: `to 1 : when true ;`";
/// Advice about machines.
const MACHINE: &str =
    "a machine is `.outputs NAME`, `.state graph`, its transitions, `.marking STATE` and `.end`";
/// Advice about comments that state answers.
const EXPECT: &str = "write `--# expect: rsc = violated, rsc[bag] = holds`";
/// Advice about comments that declare final states.
const FINAL: &str = "write `--# final: server = q0, q2`";

/// What the lines of a text say.
#[derive(Default)]
pub(super) struct Draft<'a> {
    pub(super) machines: Vec<Machine<'a>>,
    /// The states that are declared final, by the names of machines.
    pub(super) finals: Vec<(Piece<'a>, Vec<Piece<'a>>)>,
    pub(super) answers: StatedAnswers,
    /// Whether machines may be lost in lines that could not be read.
    pub(super) is_damaged: bool,
}

/// A machine as it is written.
pub(super) struct Machine<'a> {
    /// The word that begins it.
    pub(super) head: Piece<'a>,
    pub(super) name: Option<Piece<'a>>,
    pub(super) transitions: Vec<Transition<'a>>,
    pub(super) initial: Option<Piece<'a>>,
    /// Whether parts may be lost in lines that could not be read.
    pub(super) is_damaged: bool,
    /// Where its transitions begin.
    graph: Option<Span>,
}

/// A transition as it is written.
pub(super) struct Transition<'a> {
    pub(super) place: Span,
    pub(super) source: Piece<'a>,
    pub(super) partner: Piece<'a>,
    pub(super) direction: Direction,
    pub(super) message: Piece<'a>,
    pub(super) target: Piece<'a>,
}

/// Reads the lines of a text.
///
/// # Complexity
/// Linear in the text.
pub(super) fn read<'a>(source: &'a Source, sink: &mut Sink) -> Draft<'a> {
    let mut reader = LineReader { draft: Draft::default(), is_open: false, is_told: false, sink };
    reader.text(source);
    reader.draft
}

struct LineReader<'a, 's> {
    draft: Draft<'a>,
    /// Whether the last machine has not ended.
    is_open: bool,
    /// Whether it was reported that lines belong to no machine.
    is_told: bool,
    sink: &'s mut Sink,
}

impl<'a> LineReader<'a, '_> {
    fn text(&mut self, source: &'a Source) {
        let mut words: Vec<Piece<'a>> = Vec::new();
        // The opening of a comment of several lines.
        let mut comment: Option<Span> = None;
        for line in lines(source) {
            if self.sink.is_full() {
                return;
            }
            words.clear();
            let mut rest = line;
            loop {
                if comment.is_some() {
                    let Some(end) = rest.text.find("*/") else { break };
                    rest = rest.within(&rest.text[end + 2..]);
                    comment = None;
                }
                let openings = ["--", "/*"].map(|sign| rest.text.find(sign));
                let begin = openings.into_iter().flatten().min();
                words.extend(rest.within(&rest.text[..begin.unwrap_or(rest.text.len())]).words());
                let Some(begin) = begin else { break };
                rest = rest.within(&rest.text[begin..]);
                if openings[0] == Some(begin) {
                    self.comment(rest);
                    break;
                }
                comment = Some(Span::new(rest.start, rest.start + 2));
                rest = rest.within(&rest.text[2..]);
            }
            if let [first, others @ ..] = &words[..] {
                self.line(*first, others);
            }
        }
        let end = Span::new(source.text().len(), source.text().len());
        if let Some(opening) = comment {
            let open = codes::UNTERMINATED.at(opening, "this comment does not end");
            self.sink.push(open.label("opened here").help("close it by `*/`"));
        } else if self.is_open {
            self.no_end(end, "the end of the file");
        } else if self.draft.machines.is_empty() && !self.sink.has_errors() {
            self.sink.push(codes::MISSING.at(end, "there is no machine").help(MACHINE));
        }
    }

    /// Reads a comment that ends with its line.
    fn comment(&mut self, comment: Piece<'a>) {
        let Some(body) = comment.after("--#") else { return };
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        let (word, rest) =
            body.split_at(body.text.find(|c| !is_letter(c)).unwrap_or(body.text.len()));
        match word.text {
            "expect" => self.draft.answers.read(comment.span(), rest, EXPECT, self.sink),
            "final" => {
                let parts = rest.after(":").and_then(|list| Some((list, list.text.find('=')?)));
                let Some((list, sign)) = parts else {
                    let message = "expected `: MACHINE = STATE, ...` behind `final`";
                    self.sink.push(MALFORMED_DIRECTIVE.at(rest.span(), message).help(FINAL));
                    return;
                };
                let name = list.part(0, sign);
                let first = self.draft.finals.iter().find(|(other, _)| other.text == name.text);
                if let Some((first, _)) = first {
                    let message =
                        format!("the final states of `{}` are listed twice", shortened(name.text));
                    let twice = REPEATED_DIRECTIVE.at(name.span(), message);
                    let twice = twice.also(first.span(), "first here");
                    self.sink.push(twice.help("list all of them in one line"));
                } else {
                    let states = list.part(sign + 1, list.text.len()).items();
                    self.draft.finals.push((name, states));
                }
            }
            other => {
                let known = ["expect", "final"].into_iter();
                if let Some(meant) = nearest(&other.to_ascii_lowercase(), known) {
                    let unknown = MALFORMED_DIRECTIVE.at(word.span(), "unknown `--#` line");
                    self.sink.push(unknown.did_you_mean(meant));
                }
            }
        }
    }

    /// Reads the words of a line, at least one.
    fn line(&mut self, first: Piece<'a>, others: &[Piece<'a>]) {
        let place = others.last().map_or(first.span(), |last| first.span().to(last.span()));
        let Some(keyword) = self.keyword(first, others.len()) else {
            return self.transition(place, first, others);
        };
        let Some((_, form)) = FORMS.iter().find(|(word, _)| *word == keyword) else { return };
        if *keyword == *".outputs" {
            self.begin(first, others.first().copied());
            if others.len() > 1 {
                self.wrong_form(place, form);
            }
            return;
        }
        let Some(machine) = self.machine(place) else { return };
        let mut twice = None;
        match (keyword, others) {
            (".state", [word]) if word.text == "graph" => twice = machine.graph.replace(place),
            (".marking", [state]) => {
                twice = machine.initial.map(Piece::span);
                machine.initial.get_or_insert(*state);
            }
            (".end", _) => {
                if !others.is_empty() {
                    self.wrong_form(place, form);
                }
                self.end(place, "`.end`");
            }
            _ => self.wrong_form(place, form),
        }
        if let Some(before) = twice {
            let twice =
                codes::DUPLICATE.at(place, format!("`{keyword}` stands twice in a machine"));
            let twice = twice.label("again here").also(before, "first here");
            self.sink.push(twice.help("leave one of them out"));
        }
    }

    /// Returns the keyword that the first word of a line is or is meant as, or the word if it is none although it looks
    /// like one, which is reported; `None` for a line without a keyword.
    fn keyword(&mut self, first: Piece<'a>, others: usize) -> Option<&'a str> {
        let known = || FORMS.iter().map(|(word, _)| *word);
        if let Some(word) = known().find(|word| *word == first.text) {
            return Some(word);
        }
        let lower = first.text.to_ascii_lowercase();
        let has_dot = first.text.starts_with('.');
        let meant = if has_dot {
            nearest(&lower, known())
        } else {
            known().find(|word| others < 2 && word[1..] == lower)
        };
        if !has_dot && meant.is_none() {
            return None;
        }
        let message = format!("`{}` is unknown", shortened(first.text));
        let unknown = codes::SYNTAX.at(first.span(), message);
        let unknown = match meant {
            Some(meant) => unknown.did_you_mean(meant),
            None => {
                unknown.help("lines begin with `.outputs`, `.state`, `.marking`, `.end` or a state")
            }
        };
        self.wrong(unknown);
        Some(meant.unwrap_or(first.text))
    }

    /// Begins a machine.
    fn begin(&mut self, head: Piece<'a>, name: Option<Piece<'a>>) {
        if self.is_open {
            self.no_end(head.span(), "`.outputs`");
        }
        if let Some(name) = name.filter(|name| name.text.contains('>')) {
            let wrong = codes::SYNTAX.at(name.span(), "`>` in the name of a machine");
            self.sink.push(wrong.help("channels are named `SENDER>RECEIVER`: leave it out"));
        }
        let (transitions, initial, graph) = (Vec::new(), None, None);
        let machine = Machine { head, name, transitions, initial, is_damaged: false, graph };
        self.draft.machines.push(machine);
        (self.is_open, self.is_told) = (true, false);
    }

    /// Returns the machine that a line belongs to, or reports that there is none.
    fn machine(&mut self, line: Span) -> Option<&mut Machine<'a>> {
        if !self.is_open {
            if !self.is_told {
                let outside = codes::MISSING.at(line, "this line is in no machine");
                self.sink.push(outside.label("expected `.outputs` before it").help(MACHINE));
            }
            (self.is_told, self.draft.is_damaged) = (true, true);
            return None;
        }
        self.draft.machines.last_mut()
    }

    /// Reports that a machine does not end before `next`, which `what` describes, and ends it there.
    fn no_end(&mut self, next: Span, what: &str) {
        let place = Span::new(next.start(), next.start());
        let missing = codes::MISSING.at(next, format!("expected `.end` before {what}"));
        let head = self.draft.machines.last().map(|machine| machine.head.span());
        let missing = missing.also(head.unwrap_or(next), "this machine does not end");
        let missing = missing.help("write `.end` behind the last line of the machine");
        // The last line of a file may have no end.
        let is_last = next.is_empty();
        self.sink.push(missing.fix(place, if is_last { "\n.end\n" } else { ".end\n" }));
        if is_last {
            // What else is missing is cut off.
            self.is_open = false;
        } else {
            self.end(next, what);
        }
    }

    /// Ends a machine at a place, and reports which of its parts are missing.
    fn end(&mut self, place: Span, what: &str) {
        self.is_open = false;
        let Some(machine) = self.draft.machines.last() else { return };
        let parts = [
            (machine.graph.is_none(), ".state graph", "write it, followed by the transitions"),
            (
                machine.initial.is_none(),
                ".marking",
                "write `.marking STATE`, with the initial state",
            ),
        ];
        for (_, part, help) in parts.into_iter().filter(|(is_missing, ..)| *is_missing) {
            if !machine.is_damaged {
                let missing = codes::MISSING.at(place, format!("expected `{part}` before {what}"));
                let missing = missing.also(machine.head.span(), "in this machine");
                self.sink.push(missing.help(help));
            }
        }
    }

    /// Reads the words of a line that is a transition.
    fn transition(&mut self, place: Span, source: Piece<'a>, others: &[Piece<'a>]) {
        let Some(machine) = self.machine(place) else { return };
        if machine.graph.is_none() && !machine.is_damaged {
            machine.graph = Some(place);
            let start = Span::new(place.start(), place.start());
            let missing =
                codes::MISSING.at(place, "expected `.state graph` before the transitions");
            self.sink
                .push(missing.help("write it in a line of its own").fix(start, ".state graph\n"));
        }
        let has_tau = others.iter().take(2).any(|word| word.text == "tau");
        let help = if has_tau { INTERNAL } else { TRANSITION };
        let &[partner, sign, message, target] = others else {
            let message = match others.len() + 1 {
                1 => "expected five words, found one".to_owned(),
                number => format!("expected five words, found {number}"),
            };
            return self.wrong(codes::SYNTAX.at(place, message).help(help));
        };
        let direction = match sign.text {
            "!" => Direction::Send,
            "?" => Direction::Receive,
            other => {
                let message = format!("expected `!` or `?`, found `{}`", shortened(other));
                let wrong = codes::SYNTAX.at(sign.span(), message);
                return self.wrong(wrong.help(help));
            }
        };
        if let Some(machine) = self.draft.machines.last_mut() {
            machine.transitions.push(Transition {
                place,
                source,
                partner,
                direction,
                message,
                target,
            });
        }
    }

    /// Reports a line with a keyword that is followed by the wrong words.
    fn wrong_form(&mut self, place: Span, form: &str) {
        let wrong = codes::SYNTAX.at(place, format!("expected `{form}`")).help(MACHINE);
        let is_whole = !form.contains(char::is_uppercase);
        self.wrong(if is_whole { wrong.fix(place, form) } else { wrong });
    }

    /// Reports a line that cannot be read.
    fn wrong(&mut self, diagnostic: Diagnostic) {
        self.sink.push(diagnostic);
        match self.draft.machines.last_mut().filter(|_| self.is_open) {
            Some(machine) => machine.is_damaged = true,
            None => self.draft.is_damaged = true,
        }
    }
}
