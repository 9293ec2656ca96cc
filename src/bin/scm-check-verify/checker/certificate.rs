//! Certificates: sets of states that hold the initial ones, are closed, and have no state that is to be avoided.

use std::hash::BuildHasher as _;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use sha2::{Digest as _, Sha256};

use super::configurations::{self, Claim, initial_states};
use super::contents::{Automaton, Connection, reachable};
use super::evidence::{Base, Document, required};
use super::executions::{Executions, Kept};
use super::safety::{Property, View, is_violated};
use super::system::{Act, Participant, Place, Specification, System};
use super::witness::specification;
use super::{Outcome, Subject, ensure, hex, reject, unsupported};

/// Checks all `certificates`, and those of `others` on which they rest.
pub(super) fn check_all(
    certificates: &[&Document<'_>],
    others: &[&Document<'_>],
    subject: &Subject,
) -> Outcome {
    let mut checked = certificates.to_vec();
    for certificate in certificates {
        let Some(Base { property, digest }) = &certificate.rests_on else { continue };
        let is_base = |base: &&&Document<'_>| {
            (property.as_str(), base.property.as_deref()) == ("rsc", Some("rsc"))
                && (&base.channels, &base.sha256) == (&certificate.channels, &certificate.sha256)
                && digest_of(base) == *digest
        };
        let missing = || {
            format!(
                "it rests on the certificate of {property} with digest {digest}, which is not given"
            )
        };
        let base = certificates.iter().chain(others).find(is_base).ok_or_else(missing)?;
        if !checked.iter().any(|other| std::ptr::eq(*other, *base)) {
            checked.push(base);
        }
    }
    checked.into_iter().try_for_each(|certificate| check(certificate, subject))
}

/// Returns the digest by which other certificates name this one.
fn digest_of(document: &Document<'_>) -> String {
    let Document { sha256, channels, over, property, states, .. } = document;
    let fields = [sha256, channels, over, property].map(|field| field.as_deref().unwrap_or(""));
    let mut hasher = Sha256::new();
    for line in fields.iter().chain(states.iter().flatten()) {
        hasher.update(line);
        hasher.update("\n");
    }
    hex(&hasher.finalize())
}

/// Checks one certificate, without what it rests on.
fn check(document: &Document<'_>, subject: &Subject) -> Outcome {
    if document.schema.as_deref() != Some("scm-check/certificate") {
        return reject("what stands among certificates is none");
    }
    let system = &subject.system(document)?;
    let form = required(document.form.as_deref(), "form")?;
    if form != "explicit" {
        return unsupported(format!("a certificate of form {form}"));
    }
    let property = required(document.property.as_deref(), "property")?;
    let over = required(document.over.as_deref(), "over")?;
    let states = required(document.states.as_deref(), "states")?;
    let claim = if property.starts_with("bad_states/") {
        Some(Claim::NotBad(specification(system, property)?))
    } else {
        Property::named(property, system).map(Claim::Safe)
    };
    let is_alone = document.rests_on.is_none();
    match (over, claim) {
        ("configurations", Some(claim)) => configurations::check(system, &claim, states),
        ("rsc-executions", None) if property == "rsc" => {
            let executions = Executions::new(system, Kept { chosen: true, ..Kept::default() })?;
            invariant(&executions, states, |state| Ok(executions.closes(state)), |_| false)
        }
        ("rsc-executions", Some(_)) if is_alone && !states.is_empty() => {
            reject("a certificate that lists states of RSC executions must rest on rsc")
        }
        ("rsc-executions", Some(Claim::NotBad(bad))) => check_bad(document, system, bad),
        ("rsc-executions", Some(Claim::Safe(property))) if property.is_linear() => {
            check_linear(document, system, property)
        }
        _ => unsupported(format!("a certificate of {property} over {over}")),
    }
}

/// Checks that the states are an invariant without a bad state; what `may_miss` need not be listed.
fn invariant(
    executions: &Executions<'_>,
    states: &[&str],
    is_bad: impl Fn(&[u64]) -> Outcome<bool>,
    may_miss: impl Fn(&[u64]) -> bool,
) -> Outcome {
    let (system, notation, size) =
        (executions.system, &executions.notation, executions.notation.words());
    let wrong = |i: usize, why: &str| format!("state {} ({}) {why}", i + 1, states[i]);
    let text = |state: &[u64]| notation.text(state, executions.parts(state));
    let mut words = vec![0; states.len() * size];
    for (i, state) in words.chunks_exact_mut(size).enumerate() {
        let is_state = notation.read(states[i], state) == Some(executions.parts(state));
        ensure(is_state, || wrong(i, "is not written as the model has its states"))?;
    }
    let hash = |state: &[u64]| FxBuildHasher.hash_one(state);
    let at = |number: &u32| &words[*number as usize * size..][..size];
    let mut listed = HashTable::with_capacity(states.len());
    for (i, state) in words.chunks_exact(size).enumerate() {
        let is_new = listed.find(hash(state), |other| at(other).iter().eq(state)).is_none();
        ensure(is_new, || wrong(i, "is listed twice"))?;
        listed.insert_unique(hash(state), i as u32, |number| hash(at(number)));
    }
    let is_there = |state: &[u64]| {
        let found = listed.find(hash(state), |other| at(other).iter().eq(state));
        found.is_some() || may_miss(state)
    };
    initial_states(system, |locals| {
        let state = executions.initial(locals);
        let missing = || format!("the initial state {} is not listed", text(&state));
        ensure(is_there(&state), missing)
    })?;
    let mut next = vec![0; size];
    for (i, state) in words.chunks_exact(size).enumerate() {
        ensure(!is_bad(state)?, || wrong(i, "is one that must not be reached"))?;
        executions.successors(state, &mut next, |next, p, sent| {
            ensure(is_there(next), || {
                let (p, message) = (&system.participants[p].name, system.name(sent));
                let by = format!("{p} sending {message} on {}", sent.channel);
                wrong(i, &format!("has the successor {} by {by}, which is not listed", text(next)))
            })
        })?;
    }
    Ok(())
}

/// Checks that no bad state is reached.
///
/// A state is bad if internal steps lead all participants to where they are named, and the contents connect.
/// It is without hope if some participant cannot get there by itself, whatever it is sent, or if the contents
/// will not connect, whatever is sent to the channels. What follows a state without hope is without hope, so
/// that none of them need be listed. Without rsc to rest on, the initial states must be without hope.
fn check_bad(document: &Document<'_>, system: &System, bad: &Specification) -> Outcome {
    let states = document.states.as_deref().unwrap_or_default();
    let automata = Automaton::read(document.contents.as_deref().unwrap_or_default(), system)?;
    let kept = Kept { contents: Some(&automata), ..Kept::default() };
    let executions = Executions::new(system, kept)?;
    let named =
        |p: usize, local: &usize| bad.control[p].as_ref().is_none_or(|named| named.contains(local));
    let mut hope = Vec::new();
    for (p, participant) in system.participants.iter().enumerate() {
        let states = &participant.states;
        let to = |local: usize| states[local].transitions.iter().map(|transition| transition.to);
        let later = |local| reachable(local, states.len(), to).iter().any(|local| named(p, local));
        hope.push(
            (0..states.len()).map(|local| named(p, &local) || later(local)).collect::<Vec<_>>(),
        );
    }
    let everybody = |state: &[u64], is: &dyn Fn(usize, usize) -> bool| {
        (0..hope.len()).all(|p| is(p, executions.local(state, p)))
    };
    let rests = |p, local| executions.moves(p, local, Act::Internal).any(|at| named(p, &at));
    let nfa = bad.contents.as_ref();
    let connection = |meant| nfa.map(|nfa| Connection::new(system, nfa, &automata, meant));
    let (now, later) = (connection(|_, state| vec![state]), connection(Automaton::later));
    let connects = |contents: &Option<Connection<'_>>, state: &[u64]| {
        contents.as_ref().is_none_or(|contents| contents.connects(executions.contents(state)))
    };
    let is_bad = |state: &[u64]| Ok(everybody(state, &rests) && connects(&now, state));
    invariant(&executions, states, is_bad, |state| {
        !everybody(state, &|p, local| hope[p][local]) || !connects(&later, state)
    })
}

/// Checks that no state violates a linear property, by any combination of internal steps.
///
/// Without rsc to rest on, it must not be violated wherever the participants are and whatever the channels hold.
fn check_linear(document: &Document<'_>, system: &System, property: Property) -> Outcome {
    let states = document.states.as_deref().unwrap_or_default();
    let oldest = document.oldest.as_deref().unwrap_or_default();
    let are_fifo = oldest.iter().all(|channel| system.bags.get(*channel) == Some(&false));
    ensure(are_fifo, || "`oldest` has a number that is no FIFO channel".to_owned())?;
    let everybody = || system.participants.iter().enumerate();
    let violated = |locals: &dyn Fn((usize, &Participant)) -> Vec<usize>, views: &[View]| {
        let locals: Vec<Vec<usize>> = everybody().map(locals).collect();
        let locals: Vec<&[usize]> = locals.iter().map(Vec::as_slice).collect();
        is_violated(system, property, &locals, views)
    };
    if document.rests_on.is_none() {
        let any = |sent: &Vec<usize>| View { empty: true, heads: sent.clone() };
        let views: Vec<View> = system.sent.iter().map(any).collect();
        let is_safe = !violated(&|(_, p)| (0..p.states.len()).collect(), &views)?;
        return ensure(is_safe, || "some states and contents violate the property".to_owned());
    }
    let executions = Executions::new(system, Kept { oldest, ..Kept::default() })?;
    let is_bad = |state: &[u64]| {
        let view = |(channel, sent): (usize, &Vec<usize>)| {
            let is_held =
                |message: &usize| executions.is_held(state, Place { channel, message: *message });
            let heads: Vec<usize> = sent.iter().copied().filter(is_held).collect();
            View { empty: heads.is_empty(), heads }
        };
        let views: Vec<View> = system.sent.iter().enumerate().map(view).collect();
        violated(
            &|(p, _)| executions.moves(p, executions.local(state, p), Act::Internal).collect(),
            &views,
        )
    };
    invariant(&executions, states, is_bad, |_| false)
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
        assert_rejected(&rsc("\"0.0|\",\"0.0|0\""), "0.0|0|0!0:a|| by p sending a on 0, which");
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
            "0.0|0|||",
            "0.0|0|0!0:a|",
            "0.0|0|0!0:a|0,|",
            "0.0|0|0!0:a|,0|",
            "0.0|0|0!0:a|2|",
            "0.0|0|0!0:a||0",
            "0.0|0|0!0:a|||",
            "0.0|0,",
            "0.\u{00e9}|",
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
        assert_rejected(&resting("progress", states, "", RSC), "is not written as");
        assert_rejected(&resting("progress", states, ",\"oldest\":[1]", RSC), "no FIFO channel");
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
        for next in ["[]", "[[1]]", "[[0,0]]", "[[]]"] {
            let verdict = resting("bad_states/1", "", &table(next), RSC);
            assert_rejected(&verdict, "no automaton for what is sent to FIFO channel 0");
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
        assert_rejected(
            &alone(STREAM, "bad_states/1", ""),
            "the initial state 0.0|| is not listed",
        );
        assert_rejected(
            &alone(CROSSING, "bad_states/1", ""),
            "the initial state 0.0|| is not listed",
        );
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
