//! Explanations in the lines of a diagram.

use super::words::ChoreographyText;
use check::realisability::{Blame, Occurrence};
use kernel::source::{Source, Span};
use language::choreography::{ChoiceFrame, ChoiceKind};

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
        match self.untold(frames, own, source, blame) {
            Some(what) => format!("line {line}: `{name}` is not told {what}"),
            None => format!("line {line}: {}", self.blamed(blame)),
        }
    }

    /// Returns what a participant is not told; `None` if nothing is chosen around its action.
    fn untold(
        &self,
        frames: &[ChoiceFrame],
        own: Span,
        source: &Source,
        blame: &Blame,
    ) -> Option<String> {
        let line = |span: Span| source.line_of(span.start());
        if let Some(pending) = blame.pending() {
            let message = &self.choreography.source().messages[pending.exchange.message];
            let line = line(self.span(pending)?);
            return Some(format!("that `{message}` of line {line} has happened"));
        }
        let parting = blame
            .parting()
            .and_then(|(own, others)| Some((self.span(own)?, Some(self.span(others)?))));
        let (own, others) = parting.unwrap_or((own, None));
        let (frame, is_around) = choice(frames, own, others)?;
        let line = line(frame.place);
        Some(match (frame.kind, is_around) {
            (ChoiceKind::Loop, true) => format!("that the loop of line {line} has ended"),
            (ChoiceKind::Loop, false) => format!("that the loop of line {line} goes on"),
            (ChoiceKind::Optional, true) => {
                format!("that what line {line} makes optional is left out")
            }
            (ChoiceKind::Optional, false) => {
                format!("that what line {line} makes optional happens")
            }
            (ChoiceKind::Alternatives, _) => {
                format!("which branch of the choice of line {line} was taken")
            }
        })
    }

    /// Returns the place of the first edge of an interaction.
    fn span(&self, occurrence: Occurrence) -> Option<Span> {
        let edges = self.choreography.edges(occurrence.state, occurrence.exchange);
        edges.into_iter().find_map(|edge| self.model.edges.get(edge).copied())
    }
}

/// Returns the outermost frame whose branch with a place the others have left, and `true`, or the outermost one that they
/// are in without the place, and `false`; if there is neither, the innermost frame around the place.
fn choice(frames: &[ChoiceFrame], own: Span, others: Option<Span>) -> Option<(&ChoiceFrame, bool)> {
    let is_in =
        |branch: &Span, place: Span| branch.start() <= place.start() && place.end() <= branch.end();
    let branch_of = |frame: &'_ ChoiceFrame, place| {
        frame.branches.iter().copied().find(|one| is_in(one, place))
    };
    let has_left = |frame: &&ChoiceFrame| {
        let branch = branch_of(frame, own);
        branch.is_some_and(|branch| others.is_none_or(|others| !is_in(&branch, others)))
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
