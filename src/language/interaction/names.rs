//! Resolution of names.

use super::codes;
use super::lexer::is_name;
use crate::reading::{nearest, shortened};
use kernel::diagnostics::Sink;
use kernel::source::Span;
use model::trace::{GateId, LifelineId, Signature, SignatureMessageId};

/// How names are declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Declaration {
    /// Names are declared before they are used.
    Before,
    /// Names are declared by their first use.
    ByUse,
}

/// An end of an arrow.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    Lifeline(LifelineId),
    Gate(GateId),
}

/// The names of a text, with the rule for unknown names.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) signature: Signature,
    pub(crate) declaration: Declaration,
}

impl Names {
    /// Returns the end of an arrow called `name`; an unknown name is reported.
    pub(super) fn end(&mut self, name: &str, place: Span, sink: &mut Sink) -> Option<End> {
        if let Some(lifeline) = self.signature.lifeline(name) {
            return Some(End::Lifeline(lifeline));
        }
        if let Some(gate) = self.signature.gate(name) {
            return Some(End::Gate(gate));
        }
        if !check_name(name, place, sink) {
            return None;
        }
        if self.declaration == Declaration::ByUse {
            return Some(End::Lifeline(self.signature.add_lifeline(name)));
        }
        self.unknown_lifeline(name, place, "neither a lifeline nor a gate", sink);
        None
    }

    /// Returns the lifeline called `name`; an unknown name is reported.
    pub(crate) fn lifeline(
        &mut self,
        name: &str,
        place: Span,
        sink: &mut Sink,
    ) -> Option<LifelineId> {
        let known = self.signature.lifeline(name);
        if known.is_some() || !check_name(name, place, sink) {
            return known;
        }
        if self.declaration == Declaration::ByUse {
            return Some(self.signature.add_lifeline(name));
        }
        if self.signature.gate(name).is_some() {
            let message = format!("`{}` is a gate", shortened(name));
            sink.push(codes::UNKNOWN_LIFELINE.at(place, message).label("a lifeline belongs here"));
        } else {
            self.unknown_lifeline(name, place, "not a lifeline", sink);
        }
        None
    }

    /// Returns the message called `name`; an unknown name is reported.
    pub(crate) fn message(
        &mut self,
        name: &str,
        place: Span,
        sink: &mut Sink,
    ) -> Option<SignatureMessageId> {
        let known = self.signature.message(name);
        if known.is_some() || !check_name(name, place, sink) {
            return known;
        }
        if self.declaration == Declaration::ByUse {
            return Some(self.signature.add_message(name));
        }
        if sink.is_full() {
            return None;
        }
        let message = format!("unknown message `{}`", shortened(name));
        let diagnostic = codes::UNKNOWN_MESSAGE.at(place, message);
        let is_lifeline = self.signature.lifeline(name).is_some();
        let messages = self.signature.messages().iter().map(String::as_str);
        sink.push(match nearest(name, messages) {
            Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")),
            None if is_lifeline => diagnostic.label("this is the name of a lifeline"),
            None => diagnostic.help(declared("message", self.signature.messages().iter())),
        });
        None
    }

    fn unknown_lifeline(&self, name: &str, place: Span, what: &str, sink: &mut Sink) {
        if sink.is_full() {
            return;
        }
        let message = format!("`{}` is {what}", shortened(name));
        let diagnostic = codes::UNKNOWN_LIFELINE.at(place, message);
        let is_message = self.signature.message(name).is_some();
        let lifelines = self.signature.lifelines().iter();
        let ends = lifelines.chain(self.signature.gates()).map(String::as_str);
        sink.push(match nearest(name, ends) {
            Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")),
            None if is_message => diagnostic.label("this is the name of a message"),
            None => diagnostic.help(declared("lifeline", self.signature.lifelines().iter())),
        });
    }
}

/// Returns advice about a name that resembles no declared name: a list of the first declared names.
fn declared<'n>(what: &str, mut names: impl ExactSizeIterator<Item = &'n String>) -> String {
    /// Maximum number of names that are listed.
    const SHOWN: usize = 5;
    let all = names.len();
    let first: Vec<String> = names.by_ref().take(SHOWN).map(|name| shortened(name)).collect();
    let more = match all.saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    match first.as_slice() {
        [] => format!("declare it: `@{what}{{..}}`"),
        first => format!(
            "there are {}{more}; a signature declares them: `@{what}{{..}}`",
            first.join(", ")
        ),
    }
}

/// Returns `true` if a word can be a name; reports one that cannot.
pub(super) fn check_name(name: &str, place: Span, sink: &mut Sink) -> bool {
    let fine = is_name(name);
    if !fine {
        let message = format!("`{}` is no name", shortened(name));
        sink.push(codes::BAD_NAME.at(place, message).label("a name begins with a letter"));
    }
    fine
}
