//! The text about one run: properties of its execution, and its last configuration.

use super::evidence::opening;
use super::{
    Shown, ShownPart, cause_text, departure_text, followed_table, message_names, script_chart,
    script_cycle_text,
};
use crate::drawing::{Extent, TextStyle, fitted_chart};
use crate::sentences::{IN_A_FILE, TIED_SPACE, WIDTH, hanging, number_of};
use crate::system::{channels_text, control_text};
use kernel::base::{Id as _, grouped};
use language::evidence::step_text;
use language::system;
use model::cfsm::{ActionId, BadConfigurations, Configuration, SafetyProperty, Step, System};
use model::evidence::{
    Equivalence, Findings, Followed, Lines, Replay, ScriptMove, StepId, Witness,
};

/// The column where the text behind captions begins.
const DETAIL: usize = 21;

/// A run to describe.
#[derive(Clone, Debug)]
pub struct RunText<'a> {
    /// The name of the model.
    pub name: &'a str,
    /// The system, as its channels are read.
    pub system: &'a System,
    /// The model of the system.
    pub model: &'a system::Model,
    /// The source lines of its transitions.
    pub lines: &'a Lines,
    /// The run.
    pub followed: &'a Followed,
    /// The origin of the run.
    pub origin: String,
    /// How much of a long run is shown.
    pub extent: Extent,
    /// The look of the chart, with the width of the terminal, if there is one.
    pub style: TextStyle,
}

impl RunText<'_> {
    /// Returns the first line.
    pub fn headline(&self, findings: &Findings) -> String {
        let steps = number_of(self.followed.script.moves().len(), "step");
        let what = match (&findings.equivalence, findings.is_rsc()) {
            (Equivalence::IllFormed, _) => "ill-formed, so not RSC",
            (Equivalence::Rsc(_), true) => "well-formed, RSC as written",
            (Equivalence::Rsc(_), false) => "well-formed, not RSC as written, causally RSC",
            (Equivalence::Cyclic(_), _) if findings.is_borderline_violation => {
                "well-formed, not causally RSC: a borderline violation"
            }
            (Equivalence::Cyclic(_), _) => "well-formed, not causally RSC",
        };
        let stops = match &self.followed.departure {
            None => String::new(),
            Some(departure) => {
                format!("; the automata cannot follow step {}", departure.step.number())
            }
        };
        format!("{}: {steps}: {what}{stops}\n", self.name)
    }

    /// Returns everything: verdicts first, then the table and the chart, then the details.
    pub fn text(&self) -> String {
        let findings = Findings::new(&self.followed.script);
        let (system, script) = (self.system, &self.followed.script);
        let mut text = self.headline(&findings);
        for (caption, what) in self.verdicts(&findings) {
            text += &paragraph(caption, &what, DETAIL, self.room());
        }
        if script.moves().is_empty() {
            return text + "\n" + &self.end();
        }
        text += &opening(system, &self.followed.replay);
        let (cycle, extent) = (findings.cycle(), self.extent);
        let table = followed_table(system, self.followed, self.lines, cycle, extent, self.room());
        text += &table.text(self.room());
        text.push('\n');
        let chart = script_chart(system, script, cycle, extent);
        text += &fitted_chart(&chart, self.style, IN_A_FILE);
        text.push('\n');
        text += &self.pairs(&findings);
        if !cycle.is_empty() {
            text += &script_cycle_text(system, script, cycle, self.lines);
        }
        text + &self.end()
    }

    fn room(&self) -> usize {
        self.style.width.unwrap_or(WIDTH)
    }

    /// Returns a step's number and action: `3 !cancel`.
    fn step(&self, action: ActionId) -> String {
        self.step_with(action, ' ')
    }

    /// Returns a step's number and action with a space of some kind between them.
    fn step_with(&self, action: ActionId, space: char) -> String {
        let script = &self.followed.script;
        let done = script.execution().actions()[action];
        let sign = done.direction.sign();
        let message = &self.system.messages()[done.message].name;
        format!("{}{space}{sign}{message}", script.step_of(action).number())
    }

    /// Returns the verdicts, notion by notion.
    fn verdicts(&self, findings: &Findings) -> Vec<(&'static str, String)> {
        let mut verdicts = vec![("run", self.origin.clone())];
        if let (Some(departure), Some(why)) =
            (&self.followed.departure, departure_text(self.system, self.followed))
        {
            verdicts.push(("automata", format!("stop at step {}: {why}", departure.step.number())));
        }
        let well_formed = match findings.without_send.first() {
            None => "yes: every reception has its send".to_owned(),
            Some(&first) => format!("no: {} has no matching send", self.step(first)),
        };
        let as_written = match (findings.without_send.first(), findings.apart) {
            (Some(_), _) => "no: it is not well-formed".to_owned(),
            (None, None) => "yes: each reception directly follows its send".to_owned(),
            (None, Some(pair)) => {
                let reception = pair.reception.map(|id| self.step(id)).unwrap_or_default();
                format!("no: {} and {reception} are apart", self.step(pair.send))
            }
        };
        let causally = match &findings.equivalence {
            Equivalence::IllFormed => "no: it is not well-formed",
            Equivalence::Rsc(_) if findings.is_rsc() => "yes: as it is",
            Equivalence::Rsc(_) => "yes: in another order of the steps, below",
            Equivalence::Cyclic(_) => "no: there is a conflict cycle, below",
        };
        let borderline = if findings.is_borderline_violation {
            "yes: RSC but for the last reception, and not causally RSC"
        } else {
            "no"
        };
        verdicts.extend([
            ("well-formed", well_formed),
            ("RSC as written", as_written),
            ("causally RSC", causally.to_owned()),
            ("borderline", borderline.to_owned()),
        ]);
        verdicts
    }

    /// Returns the matching pairs, the unmatched sends, the receptions without one, and the
    /// reordering.
    fn pairs(&self, findings: &Findings) -> String {
        let script = &self.followed.script;
        let execution = script.execution();
        let names = message_names(self.system, execution);
        let (mut pairs, mut unmatched) = (Vec::new(), Vec::new());
        for (id, communication) in execution.communications().enumerate() {
            let send = script.step_of(communication.send).number();
            match communication.reception {
                Some(reception) => {
                    let reception = script.step_of(reception).number();
                    pairs.push(format!("{}{TIED_SPACE}{send}-{reception}", names[id]));
                }
                None => unmatched.push(format!("{}{TIED_SPACE}{send}", names[id])),
            }
        }
        let without: Vec<String> = findings
            .without_send
            .iter()
            .map(|&action| self.step_with(action, TIED_SPACE))
            .collect();
        let listed = |items: &[String]| match items {
            [] => "none".to_owned(),
            items => self.ends(items).join(", "),
        };
        let mut text = paragraph("matching pairs", &listed(&pairs), DETAIL, self.room());
        text += &paragraph("unmatched sends", &listed(&unmatched), DETAIL, self.room());
        if !without.is_empty() {
            text += &paragraph("without a send", &listed(&without), DETAIL, self.room());
        }
        if let (Equivalence::Rsc(order), false) = (&findings.equivalence, findings.is_rsc()) {
            let steps = script.reordered(order);
            let numbers: Vec<String> = steps.iter().map(|step| step.number().to_string()).collect();
            let numbers = self.ends(&numbers).join(" ");
            text += &paragraph("synchronous order", &numbers, DETAIL, self.room());
            text += &paragraph("", &self.steps(&steps), DETAIL, self.room());
        }
        text
    }

    /// Returns steps in the notation of `--run`.
    fn steps(&self, steps: &[StepId]) -> String {
        let moves = self.followed.script.moves();
        let texts: Vec<String> =
            steps.iter().map(|&step| step_text(self.system, moves[step])).collect();
        self.ends(&texts).join(" ")
    }

    /// Returns the part of a list that is shown: of a long one the ends, as for the steps of a run.
    fn ends(&self, items: &[String]) -> Vec<String> {
        let part = |part| match part {
            ShownPart::Step(place) => items[place.index()].clone(),
            ShownPart::LeftOut(_, count) => {
                format!("(... {} more; --all-steps shows all)", grouped(count as u64))
            }
        };
        Shown::with(items.len(), [], self.extent).parts().map(part).collect()
    }

    /// Returns the properties of the last configuration.
    fn end(&self) -> String {
        let (system, replay) = (self.system, &self.followed.replay);
        let last = replay.last();
        let mut text = match &self.followed.departure {
            None => "  last configuration\n".to_owned(),
            Some(departure) => {
                format!("  configuration before step {}\n", departure.step.number())
            }
        };
        let mut say = |what: &str| text += &paragraph("", what, 4, self.room());
        say(&control_text(system, last));
        let possible = last.enabled(system);
        say(&channels_text(system, last));
        say(&possible_text(system, last, &possible));
        let violated = violated(system, replay);
        for (property, why) in &violated {
            say(&format!("violates {property}: {why}"));
        }
        if violated.is_empty() {
            say("violates no linear safety property");
        }
        say(&bad_text(&self.model.bad, last));
        text
    }
}

/// Returns a caption and its text, in lines of at most `width` characters.
fn paragraph(caption: &str, what: &str, indent: usize, width: usize) -> String {
    let first = format!("  {caption:<room$}", room = indent - 2);
    let lines = hanging(&first, what, indent, Some(width.saturating_sub(2)));
    lines.iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Returns the possible next steps.
fn possible_text(system: &System, configuration: &Configuration, possible: &[Step]) -> String {
    if possible.is_empty() {
        let waiting: Vec<String> = system
            .automata()
            .enumerate()
            .filter(|&(id, automaton)| !automaton.is_final(configuration.control[id]))
            .map(|(_, automaton)| format!("`{}`", automaton.name()))
            .collect();
        return match waiting.as_slice() {
            [] => "ended: all participants are in final states".to_owned(),
            [one] => format!("deadlocked: nothing is possible, and {one} is not in a final state"),
            several => format!(
                "deadlocked: nothing is possible, and {} are not in final states",
                several.join(", ")
            ),
        };
    }
    let steps: Vec<String> =
        possible.iter().map(|&step| step_text(system, ScriptMove::new(system, step))).collect();
    format!("possible next: {}", steps.join(" "))
}

/// Returns the linear safety properties that the last configuration violates, each with the reason.
fn violated(system: &System, replay: &Replay) -> Vec<(String, String)> {
    let shows = |property: SafetyProperty| {
        let initial = replay.initial().control.clone();
        let steps = replay.steps().iter().copied();
        let witness = Witness::safety(system, property, initial, steps, 0).ok()?;
        Some((property.name(system), cause_text(system, &witness).unwrap_or_default()))
    };
    SafetyProperty::LINEAR.into_iter().filter_map(shows).collect()
}

/// Returns the bad specifications that hold in a configuration.
fn bad_text(bad: &[BadConfigurations], configuration: &Configuration) -> String {
    if bad.is_empty() {
        return "the model states no bad states".to_owned();
    }
    let numbers: Vec<String> = bad
        .iter()
        .enumerate()
        .filter(|(_, specification)| specification.contains(configuration))
        .map(|(index, _)| format!("bad_states/{}", index + 1))
        .collect();
    match (numbers.as_slice(), bad.len()) {
        ([], 1) => "not in bad_states/1".to_owned(),
        ([], all) => format!("in none of bad_states/1 to {all}"),
        (numbers, _) => format!("bad: in {}", numbers.join(", ")),
    }
}
