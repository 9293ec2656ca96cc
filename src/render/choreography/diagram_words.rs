//! Explanations in the lines of a diagram.

use super::words::ChoreographyText;
use check::realisability::{Blame, Occurrence};
use kernel::source::Span;
use language::choreography::{ChoiceFrame, ChoiceKind};

impl ChoreographyText<'_> {
    /// Returns what the participant to blame is not told, with lines of the diagram: `line 14: `Bob` is not told that the
    /// loop has ended`. `None` if the choreography is no diagram.
    pub(super) fn not_told(&self, blame: &Blame) -> Option<String> {
        let frames = self.model.frames.as_ref()?;
        let source = self.source?;
        let line = |span: Span| source.line_of(span.start());
        let own = self.span(*blame.own.last()?)?;
        let name = self.participant(blame.participant);
        let what = match blame.pending() {
            Some(pending) => {
                let message = &self.choreography.source().messages[pending.exchange.message];
                let line = self.span(pending).map(line)?;
                format!("that `{message}` of line {line} has happened")
            }
            None => {
                let others = blame.others.last().and_then(|&last| self.span(last));
                self.choice(frames, own, others).map(|frame| {
                    let line = line(frame.place);
                    match frame.kind {
                        ChoiceKind::Loop => format!("that the loop of line {line} has ended"),
                        ChoiceKind::Optional => {
                            format!("that what line {line} makes optional is left out")
                        }
                        ChoiceKind::Alternatives => {
                            format!("which branch of the choice of line {line} was taken")
                        }
                    }
                })?
            }
        };
        Some(format!("line {}: `{name}` is not told {what}", line(own)))
    }

    /// Returns the place of the first edge of an interaction.
    fn span(&self, occurrence: Occurrence) -> Option<Span> {
        let edges = self.choreography.edges(occurrence.state, occurrence.exchange);
        edges.into_iter().find_map(|edge| self.model.edges.get(edge).copied())
    }

    /// Returns the outermost frame whose branch with a place the others have left, or the innermost one around it.
    fn choice<'f>(
        &self,
        frames: &'f [ChoiceFrame],
        own: Span,
        others: Option<Span>,
    ) -> Option<&'f ChoiceFrame> {
        let is_in = |branch: &Span, place: Span| {
            branch.start() <= place.start() && place.end() <= branch.end()
        };
        let around = |frame: &&ChoiceFrame| frame.branches.iter().any(|branch| is_in(branch, own));
        let is_left = |frame: &&ChoiceFrame| {
            let branch = frame.branches.iter().find(|branch| is_in(branch, own));
            branch.is_some_and(|branch| others.is_none_or(|others| !is_in(branch, others)))
        };
        let left = frames.iter().filter(around).find(is_left);
        left.or_else(|| frames.iter().rfind(around))
    }
}
