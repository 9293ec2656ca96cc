//! Instances of protocols: protocols with participants in their roles.

use rustc_hash::FxHashMap;

use super::syntax::{Node, Protocol, Role, Word};
use crate::choreography::arena::Arena;
use crate::choreography::builder::Builder;
use crate::choreography::{Procedure, ProcedureId, Term, TermId};
use kernel::base::Id as _;
use model::cfsm::ParticipantId;
use model::choreography::DescribedInteraction;

/// Maximum number of terms.
const MAX_TERMS: usize = 1 << 20;

/// A protocol with the participants in the roles that a use names, and the names for its parameters.
type InstanceKey = (usize, Vec<ParticipantId>, Vec<String>);

/// Instances of protocols, one for each protocol, list of participants in its roles, and names for its parameters.
///
/// New roles of a nested protocol are participants of their own in each instance.
pub(super) struct Instances<'a, 'b> {
    protocols: &'b [Protocol<'a>],
    arena: &'b mut Arena,
    builder: &'b mut Builder,
    /// The procedure of each instance; the procedures of its recursions follow it.
    ids: FxHashMap<InstanceKey, ProcedureId>,
    open: Vec<(usize, Vec<ParticipantId>, Vec<String>, ProcedureId)>,
    /// How many participants were made for new roles of each name.
    made: FxHashMap<&'a str, usize>,
    terms: usize,
}

impl<'a, 'b> Instances<'a, 'b> {
    pub(super) fn new(
        protocols: &'b [Protocol<'a>],
        arena: &'b mut Arena,
        builder: &'b mut Builder,
    ) -> Self {
        let (ids, made, open) = (FxHashMap::default(), FxHashMap::default(), Vec::new());
        Self { protocols, arena, builder, ids, open, made, terms: 0 }
    }

    /// Adds the instance of a protocol with its own roles as participants and its own parameters as names, and all
    /// instances that it needs; returns `None` if there are too many terms.
    pub(super) fn all(&mut self, main: usize) -> Option<ProcedureId> {
        let of = &self.protocols[main];
        let participants =
            of.roles.iter().map(|role| self.builder.participants.id(role.text)).collect();
        let arguments = of.parameters.iter().map(|one| one.name.to_owned()).collect();
        let entry = self.procedure(main, participants, arguments);
        while let Some((protocol, participants, arguments, procedure)) = self.open.pop() {
            self.terms += self.protocols[protocol].nodes.len();
            self.terms += arguments.iter().map(String::len).sum::<usize>();
            if self.terms > MAX_TERMS {
                return None;
            }
            self.fill(protocol, &participants, &arguments, procedure);
        }
        Some(entry)
    }

    fn procedure(
        &mut self,
        protocol: usize,
        given: Vec<ParticipantId>,
        arguments: Vec<String>,
    ) -> ProcedureId {
        let key = (protocol, given, arguments);
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let of = &self.protocols[protocol];
        let mut participants = key.1.clone();
        for role in &of.roles[participants.len()..] {
            let participant = self.participant(role.text);
            participants.push(participant);
        }
        let mut push = |name: &str, roles: &[ParticipantId]| {
            // The body is set when the instance is filled.
            let body = TermId::from_index(0);
            let procedure = Procedure { name: name.to_owned(), roles: roles.to_vec(), body };
            self.arena.procedures.push(procedure)
        };
        let id = push(of.name.text, &participants);
        for name in &of.recursions {
            push(name, &[]);
        }
        self.open.push((protocol, participants, key.2.clone(), id));
        self.ids.insert(key, id);
        id
    }

    /// Returns a participant for a new role.
    fn participant(&mut self, role: &'a str) -> ParticipantId {
        let made = self.made.entry(role).or_default();
        loop {
            *made += 1;
            let name = if *made == 1 { role.to_owned() } else { format!("{role}_{made}") };
            if self.builder.participants.known(&name).is_none() {
                return self.builder.participants.id(&name);
            }
        }
    }

    /// Adds the terms of an instance.
    fn fill(
        &mut self,
        protocol: usize,
        participants: &[ParticipantId],
        arguments: &[String],
        own: ProcedureId,
    ) {
        let recursion = |number: usize| ProcedureId::from_index(own.index() + 1 + number);
        let of = &self.protocols[protocol];
        let mut terms: Vec<TermId> = Vec::with_capacity(of.nodes.len());
        for (node, place) in &of.nodes {
            let place = *place;
            let term = match node {
                Node::Empty => self.arena.term(Term::Empty, place),
                Node::Message { name, sender, receivers } => {
                    let message = self.builder.messages.id(&spelt(name, arguments));
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
                Node::Parallel(parts) => {
                    let parts = parts.iter().map(|&part| terms[part]).collect();
                    self.arena.term(Term::Parallel(parts), place)
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
                Node::Do { protocol, roles, arguments: words, .. } => {
                    let roles = roles.iter().map(|&role| participants[role]).collect();
                    let given = words.iter().map(|words| spelt(words, arguments)).collect();
                    let callee = self.procedure(*protocol, roles, given);
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

/// Returns the name that words stand for.
fn spelt(words: &[Word<'_>], arguments: &[String]) -> String {
    let words = words.iter().map(|word| match *word {
        Word::Text(text) => text,
        Word::Parameter(number) => &arguments[number],
    });
    let name = words.collect::<Vec<_>>().join(".");
    if name.is_empty() { "_".to_owned() } else { name }
}
