//! Certificates: sets of states that hold the initial ones, are closed, and have no state that is to be avoided.

use std::cell::RefCell;
use std::collections::BTreeSet;

use sha2::{Digest as _, Sha256};

use super::configurations::{self, Claim, initial_states};
use super::contents::{Automaton, Connection};
use super::evidence::{Document, required};
use super::executions::{Executions, Extra};
use super::expression::Nfa;
use super::packed::Store;
use super::safety::{Property, View, is_violated};
use super::system::{Act, Place, Specification, System};
use super::witness::specification;
use super::{Outcome, Subject, hex, reject, unsupported};

/// Checks all `certificates`, with the help of `others` on which they may rest.
pub(super) fn check_all(
    certificates: &[&Document<'_>],
    others: &[&Document<'_>],
    subject: &Subject,
) -> Outcome {
    for certificate in certificates {
        check(certificate, subject)?;
    }
    let mut confirmed = BTreeSet::new();
    for certificate in certificates {
        let Some(base) = &certificate.rests_on else {
            continue;
        };
        if base.property != "rsc" {
            return reject(format!(
                "the certificate rests on {}, which proves nothing here",
                base.property
            ));
        }
        if confirmed.contains(&(&base.digest, &certificate.channels)) {
            continue;
        }
        let fits = |other: &Document<'_>| {
            other.property.as_deref() == Some("rsc")
                && other.channels == certificate.channels
                && other.sha256 == certificate.sha256
                && digest(other) == base.digest
        };
        let given = certificates.iter().any(|other| fits(other));
        if !given {
            let Some(other) = others.iter().find(|other| fits(other)) else {
                return reject(format!(
                    "the certificate of rsc with digest {} is not there",
                    base.digest
                ));
            };
            check(other, subject)?;
        }
        confirmed.insert((&base.digest, &certificate.channels));
    }
    Ok(())
}

/// Returns the digest by which other certificates name this one.
fn digest(document: &Document<'_>) -> String {
    let mut hasher = Sha256::new();
    for field in [&document.sha256, &document.channels, &document.over, &document.property] {
        hasher.update(field.as_deref().unwrap_or(""));
        hasher.update("\n");
    }
    for state in document.states.iter().flatten() {
        hasher.update(state);
        hasher.update("\n");
    }
    hex(&hasher.finalize())
}

fn check(document: &Document<'_>, subject: &Subject) -> Outcome {
    match document.schema.as_deref() {
        Some("scm-check/certificate") => {}
        _ => return reject("what stands among certificates is none"),
    }
    let system = subject.system(document)?;
    match required(document.form.as_deref(), "form")? {
        "explicit" => {}
        other => return unsupported(format!("a certificate of form {other}")),
    }
    let property = required(document.property.as_deref(), "property")?;
    let states = required(document.states.as_deref(), "states")?;
    let claim = if property.starts_with("bad_states/") {
        Some(Claim::NotBad(specification(&system, property)?))
    } else {
        Property::named(property, &system).map(Claim::Safe)
    };
    match (required(document.over.as_deref(), "over")?, claim) {
        ("configurations", Some(claim)) => configurations::check(&system, &claim, states),
        ("rsc-executions", None) if property == "rsc" => {
            let executions = Executions::new(&system, Extra::Chosen)?;
            invariant(&executions, states, |state| Ok(executions.closes(state)), |_| Ok(false))
        }
        ("rsc-executions", Some(Claim::NotBad(specification))) => {
            check_bad(document, &system, specification, states)
        }
        ("rsc-executions", Some(Claim::Safe(property))) if property.is_linear() => {
            check_linear(document, &system, property, states)
        }
        (over, _) => unsupported(format!("a certificate of {property} over {over}")),
    }
}

/// Checks that the states are an invariant without a bad state; successors that `may_miss` need not be listed.
fn invariant(
    executions: &Executions<'_>,
    states: &[&str],
    mut is_bad: impl FnMut(&[u64]) -> Outcome<bool>,
    mut may_miss: impl FnMut(&[u64]) -> Outcome<bool>,
) -> Outcome {
    let mut store = Store::new(executions.words, states.len());
    let state_of = |i: usize| format!("state {} ({})", i + 1, states[i]);
    let mut next = vec![0; executions.words];
    for (i, text) in states.iter().enumerate() {
        executions
            .decode(text, &mut next)
            .or_else(|why| reject(format!("{}: {why}", state_of(i))))?;
        if !store.insert(&next) {
            return reject(format!("{} is listed twice", state_of(i)));
        }
    }
    initial_states(executions.system, |locals| {
        let state = executions.initial(locals);
        if store.find(&state).is_none() && !may_miss(&state)? {
            return reject(format!("the initial state {} is not listed", executions.text(&state)));
        }
        Ok(())
    })?;
    for i in 0..states.len() {
        let state = store.get(i);
        if is_bad(state)? {
            return reject(format!("{} is one that must not be reached", state_of(i)));
        }
        executions.successors(state, &mut next, |next, by| {
            if store.find(next).is_some() || may_miss(next)? {
                return Ok(());
            }
            let (from, to, by) = (state_of(i), executions.text(next), executions.words_for(by));
            reject(format!("{from} has the successor {to} by {by}, which is not listed"))
        })?;
    }
    Ok(())
}

fn check_bad(
    document: &Document<'_>,
    system: &System,
    specification: &Specification,
    states: &[&str],
) -> Outcome {
    let readers = document.contents.as_deref().unwrap_or_default();
    let automata = Automaton::read(readers, system)?;
    let executions = Executions::new(system, Extra::Contents(&automata))?;
    let named = |p: usize, local: usize| {
        specification.control[p].as_ref().is_none_or(|named| named.contains(&local))
    };
    let future = Future::new(system, named)?;
    let nothing = Nfa::default();
    let free = specification.contents.is_none();
    let nfa = specification.contents.as_ref().unwrap_or(&nothing);
    let rests = document.rests_on.is_some();
    let connection = RefCell::new(Connection::new(system, nfa, &automata, !rests));
    let everybody = |state: &[u64], is: &dyn Fn(usize, usize) -> bool| {
        (0..system.participants.len()).all(|p| is(p, executions.local(state, p)))
    };
    let is_bad = |state: &[u64]| {
        let trailing =
            |p: usize, local: usize| executions.trailing[p][local].iter().any(|l| named(p, *l));
        let contents: Vec<usize> = executions.automaton_states(state).collect();
        Ok(everybody(state, &trailing)
            && (free || connection.borrow_mut().connects(&contents, &[], None)?))
    };
    let is_hopeless = |state: &[u64]| {
        if !everybody(state, &|p, local| future.contains(&future.bits[p][local], 0)) {
            return Ok(true);
        }
        if free {
            return Ok(false);
        }
        let contents: Vec<usize> = executions.automaton_states(state).collect();
        let mut later = vec![0; future.words];
        for (p, sends) in future.bits.iter().enumerate() {
            let sends = &sends[executions.local(state, p)];
            later.iter_mut().zip(sends).for_each(|(all, sends)| *all |= sends);
        }
        let may_come =
            |channel, message| future.contains(&later, future.lane(system, channel, message));
        Ok(!connection.borrow_mut().connects(&contents, &later, Some(&may_come))?)
    };
    if rests {
        return invariant(&executions, states, is_bad, is_hopeless);
    }
    if !states.is_empty() {
        return reject("a certificate that lists states of RSC executions must rest on rsc");
    }
    initial_states(system, |locals| {
        let state = executions.initial(locals);
        if is_hopeless(&state)? {
            return Ok(());
        }
        reject(format!("the initial state {} is not without hope", executions.text(&state)))
    })
}

/// What the participants may still do, each left to itself: bit 0 says whether it can get to a state that is
/// named, the others what it can send.
struct Future {
    offsets: Vec<usize>,
    words: usize,
    bits: Vec<Vec<Vec<usize>>>,
}

/// The most steps and entries for what may still be sent.
const FUTURES: usize = 1 << 28;

impl Future {
    fn new(system: &System, named: impl Fn(usize, usize) -> bool) -> Outcome<Self> {
        let mut offsets = vec![1];
        for sent in &system.sent {
            offsets.push(offsets[offsets.len() - 1] + sent.len());
        }
        let words = offsets[offsets.len() - 1].div_ceil(usize::BITS as usize);
        let mut this = Self { offsets, words, bits: Vec::new() };
        let mut effort = 0;
        for (p, participant) in system.participants.iter().enumerate() {
            let states = &participant.states;
            let mut bits = vec![vec![0; words]; states.len()];
            for (local, state) in states.iter().enumerate() {
                bits[local][0] |= usize::from(named(p, local));
                for transition in &state.transitions {
                    if let Act::Send(Place { channel, message }) = transition.act {
                        let lane = this.lane(system, channel, message);
                        bits[local][lane / usize::BITS as usize] |=
                            1 << (lane % usize::BITS as usize);
                    }
                }
            }
            let mut grows = true;
            while grows {
                grows = false;
                for (local, state) in states.iter().enumerate().rev() {
                    for transition in &state.transitions {
                        for word in 0..words {
                            let more = bits[local][word] | bits[transition.to][word];
                            grows |= std::mem::replace(&mut bits[local][word], more) != more;
                        }
                        effort += words;
                    }
                }
                if effort > FUTURES {
                    return unsupported("as many local states and messages as these");
                }
            }
            this.bits.push(bits);
        }
        Ok(this)
    }

    fn lane(&self, system: &System, channel: usize, message: usize) -> usize {
        self.offsets[channel] + system.sent[channel].partition_point(|other| *other < message)
    }

    fn contains(&self, bits: &[usize], lane: usize) -> bool {
        debug_assert!(lane < self.offsets[self.offsets.len() - 1], "the lane is one of the system");
        bits[lane / usize::BITS as usize] >> (lane % usize::BITS as usize) & 1 == 1
    }
}

fn check_linear(
    document: &Document<'_>,
    system: &System,
    property: Property,
    states: &[&str],
) -> Outcome {
    let oldest = document.oldest.as_deref().unwrap_or_default();
    if let Some(channel) = oldest.iter().find(|channel| system.bags.get(**channel) != Some(&false))
    {
        return reject(format!("`oldest`: there is no FIFO channel {channel}"));
    }
    if document.rests_on.is_none() {
        if !states.is_empty() {
            return reject("a certificate that lists states of RSC executions must rest on rsc");
        }
        let locals = system.participants.iter().map(|p| (0..p.states.len()).collect());
        let locals: Vec<Vec<usize>> = locals.collect();
        let views = system.sent.iter().map(|sent| View { empty: true, heads: sent.clone() });
        let candidates: Vec<&[usize]> = locals.iter().map(Vec::as_slice).collect();
        let possible = is_violated(system, property, &candidates, &views.collect::<Vec<_>>())?;
        return if possible {
            reject("some local states and contents violate the property")
        } else {
            Ok(())
        };
    }
    let executions = Executions::new(system, Extra::Oldest(oldest))?;
    let mut views = vec![View::default(); system.bags.len()];
    let is_bad = |state: &[u64]| {
        for view in &mut views {
            view.empty = true;
            view.heads.clear();
        }
        executions.held(state, |channel, message| {
            views[channel].empty = false;
            views[channel].heads.push(message);
        });
        let candidates = (0..system.participants.len())
            .map(|p| executions.trailing[p][executions.local(state, p)].as_slice());
        is_violated(system, property, &candidates.collect::<Vec<_>>(), &views)
    };
    invariant(&executions, states, is_bad, |_| Ok(false))
}
