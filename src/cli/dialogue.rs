//! Interactive choice of a run, step by step.

use std::fmt::Write as _;
use std::io::{self, BufRead as _, IsTerminal as _};

use super::failure::Failure;
use super::output::Output;
use scm_check::internals::driver::simulation::Simulation;
use scm_check::internals::kernel::base::{IndexVec, Random};
use scm_check::internals::model::cfsm::System;
use scm_check::internals::render::system::{channels_text, choice_text, control_text};

/// A dialogue: questions on standard output, answers from standard input.
pub(crate) struct Dialogue {
    output: Output,
    dice: Random,
}

/// Asks for each step until the user finishes or standard input ends.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn ask(
    system: &System,
    output: Output,
    dice: Random,
) -> Result<Simulation<'_>, Failure> {
    let mut dialogue = Dialogue::new(output, dice);
    let mut initial = IndexVec::new();
    let mut goes_on = true;
    for automaton in system.automata() {
        let states = automaton.initial();
        let mut choice = 0;
        if goes_on && states.len() > 1 {
            let choices: Vec<String> = states
                .iter()
                .map(|&state| {
                    format!("{} starts in state {}", automaton.name(), &automaton.states()[state])
                })
                .collect();
            match dialogue.choose("where to start", &choices)? {
                Some(Answer::Choice(chosen)) => choice = chosen,
                Some(Answer::Undo) => dialogue.say("  there is nothing to undo\n")?,
                None => goes_on = false,
            }
        }
        initial.push(states[choice]);
    }
    let mut run = Simulation::new(system, initial);
    while goes_on {
        let possible = run.enabled();
        let here = run.here();
        let place = format!("{}; {}", control_text(system, here), channels_text(system, here));
        let choices: Vec<String> = possible.iter().map(|&step| choice_text(system, step)).collect();
        match dialogue.choose(&place, &choices)? {
            None => goes_on = false,
            Some(Answer::Undo) if run.is_empty() => dialogue.say("  there is nothing to undo\n")?,
            Some(Answer::Undo) => run.undo(),
            Some(Answer::Choice(choice)) => run.take(possible[choice]),
        }
    }
    dialogue.say("\n")?;
    Ok(run)
}

/// An answer to a question with choices.
pub(crate) enum Answer {
    /// The index of the choice, from 0.
    Choice(usize),
    /// Take the last step back.
    Undo,
}

impl Dialogue {
    /// Returns a dialogue with random numbers for those who want to choose at random.
    pub(crate) fn new(output: Output, dice: Random) -> Self {
        Self { output, dice }
    }

    /// Writes a text.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(crate) fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.output.write(|stream| stream.write_all(text.as_bytes()))
    }

    /// Asks until there is an answer; `None` if the user wants to finish.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(crate) fn choose(
        &mut self,
        place: &str,
        choices: &[String],
    ) -> Result<Option<Answer>, Failure> {
        let mut question = format!("  {place}\n");
        for (index, choice) in choices.iter().enumerate() {
            let _ = writeln!(question, "  {:>3}  {choice}", index + 1);
        }
        let options = if choices.is_empty() {
            question += "       nothing is possible\n";
            "u undo, q finish"
        } else {
            "a number, u undo, r random, q finish"
        };
        self.say(&question)?;
        loop {
            self.say(&format!("{options} > "))?;
            let mut line = String::new();
            let read = io::stdin().lock().read_line(&mut line);
            // The end of the input, or an error, finishes the dialogue.
            if !matches!(read, Ok(length) if length > 0) {
                return Ok(None);
            }
            let typed: String = line.trim().chars().filter(|c| !c.is_control()).take(40).collect();
            // If the input is not from a terminal, the answers are not echoed.
            if !io::stdin().is_terminal() {
                self.say(&format!("{typed}\n"))?;
            }
            let chosen = match line.trim().to_ascii_lowercase().as_str() {
                "q" | "quit" | "finish" => return Ok(None),
                "u" | "undo" => return Ok(Some(Answer::Undo)),
                "r" | "random" if !choices.is_empty() => Some(self.dice.below(choices.len())),
                number => number.parse().ok().and_then(|number: usize| number.checked_sub(1)),
            };
            if let Some(choice) = chosen.filter(|&choice| choice < choices.len()) {
                return Ok(Some(Answer::Choice(choice)));
            }
            let numbers = match choices.len() {
                0 => String::new(),
                1 => "1, r, ".to_owned(),
                max => format!("1 to {max}, r, "),
            };
            self.say(&format!("  `{typed}` is none of {numbers}u, q\n"))?;
        }
    }
}
