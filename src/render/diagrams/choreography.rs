//! Terms as sequence diagrams.

use super::framing::Framing;
use crate::drawing::{LifelineId, Message, Sequence, SequenceItem};
use kernel::base::IndexVec;
use language::choreography::{ProcedureId, Structured, Term, TermId};
use model::cfsm::ParticipantId;
use model::choreography::Description;

/// Returns the sequence diagram of a choreography that was read with this description: `alt` and `opt` for
/// choices, with the participant that decides, `loop`, `par`, and a named frame for a recursion or a protocol that
/// is called. A protocol is drawn at its first call; a jump back to a frame, or a further call,
/// is a note across the lifelines. Participants without a message are left out.
///
/// There is no diagram if frames would be nested more than 60 deep, or there would be more than 5,000
/// lines.
///
/// # Complexity
/// Linear in the size of the term.
pub fn choreography_sequence(
    structure: &Structured,
    description: &Description,
) -> Option<Sequence> {
    let mut calls = IndexVec::filled(0_usize, structure.procedures.len());
    for term in &structure.terms {
        if let Term::Call(procedure) = term {
            calls[*procedure] += 1;
        }
    }
    let mut sequence = Sequence::default();
    let mut takes_part = IndexVec::filled(false, description.participants.len());
    for term in &structure.terms {
        if let Term::Interaction(exchange) = term {
            takes_part[exchange.sender] = true;
            takes_part[exchange.receiver] = true;
        }
    }
    let named = description.participants.enumerate();
    let lifelines = named
        .map(|(id, name)| takes_part[id].then(|| sequence.lifelines.push(name.clone())))
        .collect();
    let mut drawing = TermDrawing {
        structure,
        description,
        calls,
        lifelines,
        deciders: deciders(structure),
        was_drawn: IndexVec::filled(false, structure.procedures.len()),
        framing: Framing::new(sequence, Some(structure.root)),
    };
    while let Some(term) = drawing.framing.next() {
        drawing.term(term);
    }
    drawing.framing.finish()
}

struct TermDrawing<'a> {
    structure: &'a Structured,
    description: &'a Description,
    /// Number of terms that call each procedure.
    calls: IndexVec<ProcedureId, usize>,
    lifelines: IndexVec<ParticipantId, Option<LifelineId>>,
    deciders: IndexVec<TermId, Option<ParticipantId>>,
    was_drawn: IndexVec<ProcedureId, bool>,
    framing: Framing<TermId>,
}

impl TermDrawing<'_> {
    fn term(&mut self, id: TermId) {
        match &self.structure.terms[id] {
            Term::Empty => {}
            Term::Interaction(exchange) => {
                self.framing.draw(SequenceItem::Message(Message {
                    label: self.description.messages[exchange.message].clone(),
                    from: self.lifelines[exchange.sender],
                    to: self.lifelines[exchange.receiver].into_iter().collect(),
                    ..Message::default()
                }));
            }
            Term::Sequence(parts) => self.framing.follow(parts.iter().copied()),
            Term::Choice { branches, .. } => self.choice(id, branches),
            Term::Parallel(parts) => self.frame("par", String::new(), parts),
            Term::Repeat(body) => self.frame("loop", String::new(), &[*body]),
            Term::Call(procedure) => self.call(*procedure, id == self.structure.root),
        }
    }

    fn frame(&mut self, operator: &str, remark: String, compartments: &[TermId]) {
        let drawn = |&one: &TermId| Some(one).filter(|&one| !self.is_empty(one));
        let compartments = compartments.iter().map(drawn).collect();
        self.framing.frame(operator, remark, compartments, Vec::new());
    }

    fn is_empty(&self, term: TermId) -> bool {
        self.structure.terms[term] == Term::Empty
    }

    fn choice(&mut self, id: TermId, branches: &[TermId]) {
        let name = |one: ParticipantId| self.description.participants[one].as_str();
        let remark = self.deciders[id].map(name).map(|name| format!("{name} decides"));
        let speaking: Vec<TermId> =
            branches.iter().filter(|branch| !self.is_empty(**branch)).copied().collect();
        let operator = match (branches.len() - speaking.len(), &*speaking) {
            (1.., [_]) => "opt",
            _ => "alt",
        };
        let compartments = if operator == "opt" { &speaking } else { branches };
        self.frame(operator, remark.unwrap_or_default(), compartments);
    }

    fn call(&mut self, id: ProcedureId, is_root: bool) {
        let procedure = &self.structure.procedures[id];
        let roles = &procedure.roles;
        let names: Vec<&str> =
            roles.iter().map(|&role| self.description.participants[role].as_str()).collect();
        let (title, call) = if roles.is_empty() {
            (format!("rec {}", procedure.name), format!("continue {}", procedure.name))
        } else {
            let title = format!("{}({})", procedure.name, names.join(", "));
            let call = format!("do {title}");
            (title, call)
        };
        if std::mem::replace(&mut self.was_drawn[id], true) {
            let over = roles.iter().filter_map(|&role| self.lifelines[role]).collect();
            self.framing.draw(SequenceItem::Note { text: call, over });
        } else if is_root && self.calls[id] == 1 {
            self.framing.follow([procedure.body].into_iter());
        } else {
            self.frame(&title, String::new(), &[procedure.body]);
        }
    }
}

/// The participants that may send first in a term.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Nobody,
    One(ParticipantId),
    /// One of several, or unknown.
    Any,
}

impl First {
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (one, Self::Nobody) | (Self::Nobody, one) => one,
            (one, other) if one == other => one,
            _ => Self::Any,
        }
    }
}

/// Returns for each choice the participant that decides: the named one, or the first sender of all branches.
fn deciders(structure: &Structured) -> IndexVec<TermId, Option<ParticipantId>> {
    // The second component is `true` if the term may end without a message.
    let mut first: IndexVec<TermId, (First, bool)> = IndexVec::new();
    let mut deciders = IndexVec::new();
    for term in &structure.terms {
        let union =
            |parts: &[TermId]| parts.iter().fold(First::Nobody, |all, &part| all.or(first[part].0));
        let mut decider = None;
        let known = match term {
            Term::Empty => (First::Nobody, true),
            Term::Interaction(exchange) => (First::One(exchange.sender), false),
            Term::Sequence(parts) => {
                let speaks = parts.iter().position(|&part| !first[part].1);
                (union(&parts[..speaks.map_or(parts.len(), |at| at + 1)]), speaks.is_none())
            }
            Term::Choice { at, branches } => {
                let all = union(branches);
                decider = match all {
                    First::One(one) => at.or(Some(one)),
                    _ => *at,
                };
                (all, branches.iter().any(|&branch| first[branch].1))
            }
            Term::Parallel(parts) => (union(parts), parts.iter().all(|&part| first[part].1)),
            Term::Repeat(body) => (first[*body].0, true),
            Term::Call(_) => (First::Any, true),
        };
        first.push(known);
        deciders.push(decider);
    }
    deciders
}
