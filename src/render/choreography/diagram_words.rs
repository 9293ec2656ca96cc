//! Explanations in the lines of a diagram.

use super::words::ChoreographyText;
use check::realisability::{Blame, Condition, Incoherence, Occurrence, Question};
use driver::choreography::Implementation;
use kernel::source::{Source, Span};
use language::choreography::{ChoiceFrame, ChoiceKind};
use model::cfsm::ParticipantId;

impl ChoreographyText<'_> {
    /// Returns the sentence about the participant to blame: for a diagram what it is not told, with lines, such as
    /// `line 14: Bob is not told that the loop has ended`.
    pub(super) fn headline(&self, blame: &Blame) -> String {
        let own = blame.own.last().and_then(|&last| self.span(last));
        let (Some(frames), Some(own), Some(source)) = (&self.model.frames, own, self.source) else {
            return self.blamed(blame);
        };
        let line = source.line_of(own.start());
        let name = self.participant(blame.participant);
        let chooser = |other: ParticipantId| {
            let other = self.participant(other);
            format!("line {line}: neither `{name}` nor `{other}` is told")
        };
        let (is_told, who) = match self.other_chooser(blame) {
            Some(other) => (chooser(other), &*format!("`{name}`")),
            None => (format!("line {line}: `{name}` is not told"), "it"),
        };
        match self.untold(frames, own, source, blame) {
            Some((what, frame)) => format!("{is_told} {what}{}", self.clash(blame, who, frame)),
            None => format!("line {line}: {}", self.blamed(blame)),
        }
    }

    /// Returns the participant that begins another branch by a message than the one to blame begins itself.
    fn other_chooser(&self, blame: &Blame) -> Option<ParticipantId> {
        let (own, others) = blame.parting()?;
        let frames = self.model.frames.as_ref()?;
        let places = [self.span(own)?, self.span(others)?];
        let (frame, _) = choice(frames, places[0], Some(places[1]))?;
        let is_there =
            places.iter().all(|&place| frame.branches.iter().any(|&branch| is_in(branch, place)));
        let is_own = own.exchange.sender == blame.participant;
        let other = others.exchange.sender;
        let is_mixed = frame.kind == ChoiceKind::Alternatives && is_own && is_there;
        (is_mixed && other != blame.participant).then_some(other)
    }

    /// Returns what the participant of one line is not told that does not fit another line; `None` if nothing is chosen
    /// around them.
    pub(super) fn untold_between(&self, own: u32, other: u32) -> Option<String> {
        let (frames, source) = (self.model.frames.as_ref()?, self.source?);
        let place = |line: u32| {
            let is_there = |span: &&Span| source.line_of(span.start()) == line as usize;
            self.model.edges.iter().find(is_there).copied()
        };
        let (own, other) = (place(own)?, place(other)?);
        let (frame, is_around) = choice(frames, own, Some(other))?;
        Some(not_told(frame, is_around, source.line_of(frame.place.start())))
    }

    /// Returns what the participant to blame, in the sentence `who`, may do while the others do something else, with the
    /// line of that: "; it may send `x` while the others go on with `y` of line 3"; empty if the two words do not part. What
    /// the others do is the first difference in the frame or behind its beginning, if there is one.
    fn clash(&self, blame: &Blame, who: &str, frame: Option<Span>) -> String {
        let clash = || {
            let (&last, (_, parting)) = (blame.own.last()?, blame.parting()?);
            let others = blame.others.iter().skip_while(|&&one| one != parting).copied();
            let is_behind = |&one: &Occurrence| {
                let place = self.span(one);
                place.zip(frame).is_some_and(|(place, frame)| place.start() >= frame.start())
            };
            let other = self.placed(others.clone().find(is_behind).unwrap_or(parting))?;
            let does = self.does(blame, last);
            Some(format!("; {who} may {does} while the others go on with {other}"))
        };
        clash().unwrap_or_default()
    }

    /// Returns what a participant is not told, with the place of the frame in which it is chosen, if any; `None` if nothing
    /// is chosen around its action.
    fn untold(
        &self,
        frames: &[ChoiceFrame],
        own: Span,
        source: &Source,
        blame: &Blame,
    ) -> Option<(String, Option<Span>)> {
        let line = |span: Span| source.line_of(span.start());
        if let Some(pending) = blame.pending() {
            let (message, line) = (self.message(pending), line(self.span(pending)?));
            return Some((format!("that {message} of line {line} has happened"), None));
        }
        let parting = blame
            .parting()
            .and_then(|(own, others)| Some((self.span(own)?, Some(self.span(others)?))));
        let (own, others) = parting.unwrap_or((own, None));
        let (frame, is_around) = choice(frames, own, others)?;
        let line = line(frame.place);
        Some((not_told(frame, is_around, line), Some(frame.place)))
    }

    /// Returns the message of an interaction with its line: "`x` of line 3".
    fn placed(&self, one: Occurrence) -> Option<String> {
        let line = self.source?.line_of(self.span(one)?.start());
        Some(format!("{} of line {line}", self.message(one)))
    }

    /// Returns a broken coherence condition of a diagram in a sentence with lines; `None` if it is no diagram.
    pub(super) fn incoherent_lines(&self, incoherence: &Incoherence) -> Option<String> {
        let name = self.participant(incoherence.participant);
        let one = self.placed(incoherence.one).filter(|_| self.is_diagram())?;
        let other = || self.placed(incoherence.other?);
        Some(match incoherence.condition {
            Condition::Send => format!("`{name}` cannot know whether it may send {one}"),
            Condition::Receive => {
                format!("`{name}` cannot tell whether {one} or {} was meant", other()?)
            }
            Condition::NoMixedChoice => {
                format!("`{name}` may send or wait to receive, {one} or {}", other()?)
            }
        })
    }

    /// Returns the message of an answer about a diagram that holds.
    pub(super) fn diagram_holds(
        question: Question,
        implementation: &Implementation,
    ) -> &'static str {
        match (question, implementation.is_given()) {
            (Question::Realisable, true) => "together the automata do what the diagram says",
            (Question::Realisable, false) => {
                "if each participant follows its own lifeline only, together they do what the diagram says"
            }
            (Question::WellFormed, _) => {
                "whatever the participants do one by one is the beginning of what the diagram says, in its order"
            }
        }
    }

    /// Returns the place of the first edge of an interaction.
    fn span(&self, occurrence: Occurrence) -> Option<Span> {
        let edges = self.choreography.edges(occurrence.state, occurrence.exchange);
        edges.into_iter().find_map(|edge| self.model.edges.get(edge).copied())
    }
}

/// Returns `true` if a place is in a branch.
fn is_in(branch: Span, place: Span) -> bool {
    branch.start() <= place.start() && place.end() <= branch.end()
}

/// Returns what somebody is not told about the choice of a frame, in which it is or is not.
fn not_told(frame: &ChoiceFrame, is_around: bool, line: usize) -> String {
    match (frame.kind, is_around) {
        (ChoiceKind::Loop, true) => format!("that the loop of line {line} has ended"),
        (ChoiceKind::Loop, false) => format!("that the loop of line {line} goes on"),
        (ChoiceKind::Optional, true) => {
            format!("that the optional part of line {line} is left out")
        }
        (ChoiceKind::Optional, false) => {
            format!("that the optional part of line {line} happens")
        }
        (ChoiceKind::Alternatives, _) => {
            format!("which branch of the choice of line {line} was taken")
        }
    }
}

/// Returns the outermost frame whose branch with a place the others have left, and `true`, or the outermost one that they
/// are in without the place, and `false`; if there is neither, the innermost frame around the place.
fn choice(frames: &[ChoiceFrame], own: Span, others: Option<Span>) -> Option<(&ChoiceFrame, bool)> {
    let branch_of = |frame: &'_ ChoiceFrame, place| {
        frame.branches.iter().copied().find(|&one| is_in(one, place))
    };
    let has_left = |frame: &&ChoiceFrame| {
        let branch = branch_of(frame, own);
        branch.is_some_and(|branch| others.is_none_or(|others| !is_in(branch, others)))
    };
    let has_entered = |frame: &&ChoiceFrame| {
        let is_there = others.is_some_and(|others| branch_of(frame, others).is_some());
        is_there && branch_of(frame, own).is_none()
    };
    let mut all = frames.iter();
    let left = all.clone().find(has_left).map(|frame| (frame, true));
    left.or_else(|| all.clone().find(has_entered).map(|frame| (frame, false)))
        .or_else(|| all.rfind(|frame| branch_of(frame, own).is_some()).map(|frame| (frame, true)))
}
