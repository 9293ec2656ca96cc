//! Resolution of names.

use super::codes;
use super::lexer::is_name;
use crate::reading::{nearest, shortened};
use kernel::diagnostics::Sink;
use kernel::source::Span;
use model::interaction::Target;
use model::trace::{INTERNAL, LifelineId, Signature, SignatureMessageId};

/// How names are declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Declaration {
    /// Names are declared before they are used.
    Before,
    /// Names are declared by their first use.
    ByUse,
}

/// The names of a text, with the rule for unknown names.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) signature: Signature,
    pub(crate) declaration: Declaration,
}

impl Names {
    /// Returns the end of an arrow called `name`; an unknown name is reported.
    pub(super) fn end(&mut self, name: &str, place: Span, sink: &mut Sink) -> Option<Target> {
        match self.signature.gate(name) {
            Some(gate) if self.signature.lifeline(name).is_none() => Some(Target::Gate(gate)),
            _ => {
                let what = "neither a lifeline nor a gate";
                self.known_lifeline(name, place, what, sink).map(Target::Lifeline)
            }
        }
    }

    /// Returns the lifeline called `name`; an unknown name is reported.
    pub(crate) fn lifeline(
        &mut self,
        name: &str,
        place: Span,
        sink: &mut Sink,
    ) -> Option<LifelineId> {
        let is_gate = self.signature.gate(name).is_some();
        let what = if is_gate { "a gate" } else { "not a lifeline" };
        self.known_lifeline(name, place, what, sink)
    }

    /// Returns the lifeline called `name`; an unknown name is reported by saying `what` it is.
    fn known_lifeline(
        &mut self,
        name: &str,
        place: Span,
        what: &str,
        sink: &mut Sink,
    ) -> Option<LifelineId> {
        let known = self.signature.lifeline(name);
        if known.is_some() || !check_name(name, place, sink) {
            return known;
        }
        if self.declaration == Declaration::ByUse {
            return Some(self.signature.add_lifeline(name));
        }
        if sink.is_full() {
            return None;
        }
        let message = format!("`{}` is {what}", shortened(name));
        let diagnostic = codes::UNKNOWN_LIFELINE.at(place, message);
        let is_gate = self.signature.gate(name).is_some();
        let is_message = self.signature.message(name).is_some();
        let lifelines = self.signature.lifelines().iter();
        let ends = lifelines.chain(self.signature.gates()).map(String::as_str);
        sink.push(match nearest(name, ends) {
            _ if is_gate => diagnostic.label("a lifeline belongs here"),
            Some(meant) => diagnostic.did_you_mean(meant),
            None if is_message => diagnostic.label("this is the name of a message"),
            None => {
                diagnostic.help(declared("lifeline", name, self.signature.lifelines().as_slice()))
            }
        });
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
        if let (None, Some(step)) = (known, name.strip_prefix(INTERNAL)) {
            // What a lifeline does alone is no message, and no signature declares it.
            return check_name(step, place, sink).then(|| self.signature.add_internal(step));
        }
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
            Some(meant) => diagnostic.did_you_mean(meant),
            None if is_lifeline => diagnostic.label("this is the name of a lifeline"),
            None => {
                diagnostic.help(declared("message", name, self.signature.messages().as_slice()))
            }
        });
        None
    }
}

/// Returns advice about a name that resembles no declared name: a list of the first declared names.
fn declared(what: &str, name: &str, names: &[String]) -> String {
    /// Maximum number of names that are listed.
    const SHOWN: usize = 5;
    if names.is_empty() {
        return format!("the signature declares it: `@{what}{{ {} }}`", shortened(name));
    }
    let first: Vec<String> = names.iter().take(SHOWN).map(|name| shortened(name)).collect();
    let more = match names.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let first = first.join(", ");
    format!("there are {first}{more}; a signature declares them: `@{what}{{..}}`")
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
