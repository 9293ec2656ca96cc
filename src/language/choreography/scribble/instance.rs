//! Instances of protocols: protocols with participants in their roles.

use rustc_hash::FxHashMap;

use super::syntax::{Node, Protocol, Role};
use crate::choreography::arena::Arena;
use crate::choreography::builder::Builder;
use crate::choreography::{Procedure, ProcedureId, Term, TermId};
use kernel::base::Id as _;
use model::cfsm::ParticipantId;
use model::choreography::DescribedInteraction;

/// Maximum number of terms.
const MAX_TERMS: usize = 1 << 20;

/// Instances of protocols, one for each protocol and list of participants in its roles.
pub(super) struct Instances<'a, 'b> {
    protocols: &'b [Protocol<'a>],
    arena: &'b mut Arena,
    builder: &'b mut Builder,
    /// The procedure of each instance; the procedures of its recursions follow it.
    ids: FxHashMap<(usize, Vec<ParticipantId>), ProcedureId>,
    open: Vec<(usize, Vec<ParticipantId>, ProcedureId)>,
    terms: usize,
}

impl<'a, 'b> Instances<'a, 'b> {
    pub(super) fn new(
        protocols: &'b [Protocol<'a>],
        arena: &'b mut Arena,
        builder: &'b mut Builder,
    ) -> Self {
        Self { protocols, arena, builder, ids: FxHashMap::default(), open: Vec::new(), terms: 0 }
    }

    /// Adds the instance of a protocol with its own roles as participants, and all instances that it needs;
    /// returns `None` if there are too many terms.
    pub(super) fn all(&mut self, main: usize) -> Option<ProcedureId> {
        let roles = &self.protocols[main].roles;
        let participants =
            roles.iter().map(|role| self.builder.participants.id(role.text)).collect();
        let entry = self.procedure(main, participants);
        while let Some((protocol, participants, procedure)) = self.open.pop() {
            self.terms += self.protocols[protocol].nodes.len();
            if self.terms > MAX_TERMS {
                return None;
            }
            self.fill(protocol, &participants, procedure);
        }
        Some(entry)
    }

    fn procedure(&mut self, protocol: usize, participants: Vec<ParticipantId>) -> ProcedureId {
        let key = (protocol, participants);
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let of = &self.protocols[protocol];
        let mut push = |name: &str, roles: &[ParticipantId]| {
            // The body is set when the instance is filled.
            let body = TermId::from_index(0);
            let procedure = Procedure { name: name.to_owned(), roles: roles.to_vec(), body };
            self.arena.procedures.push(procedure)
        };
        let id = push(of.name.text, &key.1);
        for name in &of.recursions {
            push(name, &[]);
        }
        self.open.push((protocol, key.1.clone(), id));
        self.ids.insert(key, id);
        id
    }

    /// Adds the terms of an instance.
    fn fill(&mut self, protocol: usize, participants: &[ParticipantId], own: ProcedureId) {
        let recursion = |number: usize| ProcedureId::from_index(own.index() + 1 + number);
        let of = &self.protocols[protocol];
        let mut terms: Vec<TermId> = Vec::with_capacity(of.nodes.len());
        for (node, place) in &of.nodes {
            let place = *place;
            let term = match node {
                Node::Empty => self.arena.term(Term::Empty, place),
                Node::Message { name, sender, receivers } => {
                    let message = self.builder.messages.id(name);
                    let sent = |receiver: &Role| DescribedInteraction {
                        sender: participants[*sender],
                        receiver: participants[*receiver],
                        message,
                        channel: None,
                    };
                    let sent = receivers.iter().map(sent);
                    let parts = sent.map(|one| self.arena.term(Term::Interaction(one), place));
                    let parts = parts.collect();
                    self.arena.sequence(parts, place)
                }
                Node::Sequence(parts) => {
                    let parts = parts.iter().map(|&part| terms[part]).collect();
                    self.arena.term(Term::Sequence(parts), place)
                }
                Node::Choice { at, branches } => {
                    let branches = branches.iter().map(|&branch| terms[branch]).collect();
                    let at = Some(participants[at.0]);
                    self.arena.term(Term::Choice { at, branches }, place)
                }
                Node::Recursion { number, body } => {
                    self.arena.procedures[recursion(*number)].body = terms[*body];
                    self.arena.term(Term::Call(recursion(*number)), place)
                }
                Node::Continue(number) => self.arena.term(Term::Call(recursion(*number)), place),
                Node::Do { protocol, roles } => {
                    let roles = roles.iter().map(|&role| participants[role]).collect();
                    let callee = self.procedure(*protocol, roles);
                    self.arena.term(Term::Call(callee), place)
                }
            };
            terms.push(term);
        }
        if let Some(&whole) = terms.last() {
            self.arena.procedures[own].body = whole;
        }
    }
}
