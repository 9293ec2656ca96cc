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
                        let both = bits[local].iter().zip(&bits[transition.to]);
                        let more: Vec<usize> = both.map(|(here, there)| here | there).collect();
                        grows |= more != bits[local];
                        bits[local] = more;
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

#[cfg(test)]
mod tests {
    use super::super::tests::{CROSSING, STREAM, assert_rejected, judge};
    use super::super::{Sha256, Verdict, hex, verify};
    use sha2::Digest as _;

    const RSC: &str = r#""0.0|","0.0|0","0.0|0|0!0:a||","0.0|0|0!0:a|0|""#;

    fn fields(property: &str, over: &str, states: &str, more: &str) -> String {
        format!(
            "\"form\":\"explicit\",\"property\":\"{property}\",\"over\":\"{over}\",\"states\":[{states}]{more}"
        )
    }

    fn rsc(states: &str) -> Verdict {
        judge(STREAM, "certificate", &fields("rsc", "rsc-executions", states, ""))
    }

    /// Judges a certificate about the stream that rests on the one of rsc.
    fn resting(property: &str, states: &str, more: &str, base: &str) -> Verdict {
        let sha256 = hex(&Sha256::digest(STREAM));
        let lines: String =
            base.split(',').map(|state| state.trim_matches('"').to_owned() + "\n").collect();
        let digest =
            hex(&Sha256::digest(format!("{sha256}\nas written\nrsc-executions\nrsc\n{lines}")));
        let whole = |fields: String| {
            format!(
                "{{\"schema\":\"scm-check/certificate\",\"schema_version\":1,\"channels\":\"as written\",\
                 \"sha256\":\"{sha256}\",{fields}}}"
            )
        };
        let rests = format!("{more},\"rests_on\":{{\"property\":\"rsc\",\"digest\":\"{digest}\"}}");
        let upper = whole(fields(property, "rsc-executions", states, &rests));
        let lower = whole(fields("rsc", "rsc-executions", base, ""));
        let apart = verify(upper.as_bytes(), STREAM.as_bytes(), Some(lower.as_bytes()));
        let together = verify(format!("[{upper},{lower}]").as_bytes(), STREAM.as_bytes(), None);
        assert_eq!(
            apart == Verdict::Confirmed,
            together == Verdict::Confirmed,
            "{apart:?} {together:?}"
        );
        assert_rejected(&verify(upper.as_bytes(), STREAM.as_bytes(), None), "");
        apart
    }

    #[test]
    fn rsc_is_shown_by_a_closed_set() {
        assert_eq!(rsc(RSC), Verdict::Confirmed);
        assert_rejected(&rsc(""), "the initial state 0.0| is not listed");
        assert_rejected(
            &rsc("\"0.0|\""),
            "state 1 (0.0|) has the successor 0.0|0 by p sending a on 0, which",
        );
        assert_rejected(
            &rsc("\"0.0|\",\"0.0|0\""),
            "0.0|0|0!0:a|| by p sending a on 0, chosen, which",
        );
        assert_rejected(&rsc(&format!("{RSC},\"0.0|\"")), "state 5 (0.0|) is listed twice");
        assert_rejected(
            &rsc(&format!("{RSC},\"0.0|0|0!0:a|0,1|\"")),
            "is one that must not be reached",
        );
        for state in [
            "",
            "0",
            "0.0",
            "0|",
            "0.0.0|",
            "0.1|",
            "00.0|",
            "0.0|1",
            "0.0|0,0",
            "0.0||",
            "0.0||1!0:a||",
        ] {
            assert!(matches!(rsc(&format!("{RSC},\"{state}\"")), Verdict::Rejected(_)), "{state}");
        }
    }

    #[test]
    fn a_violation_has_no_certificate_whatever_is_listed() {
        let closed = r#""0.0|","1.0|0","1.0|0|0!0:a||","0.1|1","0.1|1|1!1:b||","1.1|0,1","1.1|0,1|0!0:a||",
            "1.1|0,1|1!1:b||","2.1|0","2.1|0|0!0:a|0,1|","1.2|1","1.2|1|1!1:b|0,1|""#;
        let verdict = judge(CROSSING, "certificate", &fields("rsc", "rsc-executions", closed, ""));
        assert_rejected(&verdict, "is one that must not be reached");
    }

    #[test]
    fn linear_properties_rest_on_rsc() {
        let states = r#""0.0|","0.0|0:a""#;
        let oldest = ",\"oldest\":[0]";
        assert_eq!(resting("progress", states, oldest, RSC), Verdict::Confirmed);
        assert_eq!(
            resting("unspecified-reception", r#""0.0|","0.0|0""#, "", RSC),
            Verdict::Confirmed
        );
        assert_rejected(
            &resting("progress", "\"0.0|\"", oldest, RSC),
            "has the successor 0.0|0:a by p",
        );
        assert_rejected(&resting("progress", states, "", RSC), "there is no key 0:a to block");
        assert_rejected(
            &resting("progress", states, ",\"oldest\":[1]", RSC),
            "there is no FIFO channel 1",
        );
        assert_rejected(&resting("progress", states, oldest, "\"0.0|\""), "which is not listed");
    }

    #[test]
    fn contents_mean_what_the_checker_finds() {
        let table = |next: &str| {
            format!(",\"contents\":[{{\"channel\":0,\"messages\":[\"a\"],\"next\":{next}}}]")
        };
        // Two messages lead to a bad configuration, and after three there is no hope of one.
        let counted = r#""0.0||0","0.0|0|1","0.0|0|2","0.0|0|3""#;
        let verdict = resting("bad_states/1", counted, &table("[[1],[2],[3],[3]]"), RSC);
        assert_rejected(&verdict, "state 3 (0.0|0|2) is one that must not be reached");
        let short = table("[[1],[1]]");
        assert_rejected(
            &resting("bad_states/1", r#""0.0||0","0.0|0|1""#, &short, RSC),
            "must not be reached",
        );
        for (next, why) in
            [("[]", "no table"), ("[[1]]", "is not a table"), ("[[0,0]]", "is not a table")]
        {
            let verdict = resting("bad_states/1", "", &table(next), RSC);
            assert_rejected(&verdict, why.trim_start_matches("no "));
        }
    }

    #[test]
    fn without_rsc_only_what_nothing_can_violate_is_certified() {
        let over = "rsc-executions";
        let alone = |model: &str, property: &str, states: &str| {
            judge(model, "certificate", &fields(property, over, states, ""))
        };
        assert_eq!(alone(STREAM, "orphan-message", ""), Verdict::Confirmed);
        assert_eq!(alone(STREAM, "progress", ""), Verdict::Confirmed);
        assert_rejected(&alone(STREAM, "progress", "\"0.0|\""), "must rest on rsc");
        assert_rejected(&alone(CROSSING, "orphan-message", ""), "violate the property");
        assert_rejected(&alone(STREAM, "bad_states/1", ""), "is not without hope");
        assert_rejected(&alone(CROSSING, "bad_states/1", ""), "is not without hope");
        assert_eq!(alone(CROSSING, "bad_states/2", ""), Verdict::Confirmed);
    }

    #[test]
    fn configurations_are_listed_with_their_contents() {
        let all = ["0.0|#", "1.0|a#", "0.1|#b", "1.1|a#b", "2.1|a#", "1.2|#b", "2.2|#"];
        let states: String = all.map(|state| format!("\"{state}\"")).join(",");
        let judged = |property: &str, states: &str| {
            judge(CROSSING, "certificate", &fields(property, "configurations", states, ""))
        };
        let properties = [
            "unspecified-reception",
            "progress",
            "orphan-message",
            "reception-deadlock",
            "deadlock",
            "stuck(p)",
            "stuck(q)",
            "unreceived(a)",
            "unreceived(b)",
            "bad_states/2",
        ];
        for property in properties {
            assert_eq!(judged(property, &states), Verdict::Confirmed, "{property}");
        }
        assert_rejected(
            &judged("bad_states/1", &states),
            "state 4 (1.1|a#b) violates the property",
        );
        assert_rejected(
            &judged("progress", &states.replace("\"2.2|#\",", "").replace(",\"2.2|#\"", "")),
            "2.2|#",
        );
        assert_rejected(
            &judged("orphan-message", &format!("{states},\"2.2|b#\"")),
            "state 8 (2.2|b#) violates",
        );
        let stuck = format!("{states},\"2.1|#\"");
        assert_rejected(&judged("stuck(q)", &stuck), "state 8 (2.1|#) has no continuation");
        assert_rejected(
            &judged("deadlock", &format!("{states},\"2.2|b#\"")),
            "has no continuation",
        );
        assert_rejected(
            &judged("unreceived(b)", &format!("{states},\"2.2|b#\"")),
            "has no continuation",
        );
        for state in ["2.2|", "2.2|##", "2.2|c#", "2.2", "2.2|a.#"] {
            let verdict = judged("deadlock", &format!("{states},\"{state}\""));
            assert!(matches!(verdict, Verdict::Rejected(_)), "{state}: {verdict:?}");
        }
    }
}
