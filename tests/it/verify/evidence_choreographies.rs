//! Evidence about choreographies that is written by hand, by the checker.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use crate::support::cases::{are_many, seeds};
use crate::support::evidence_sources::{Sample, kind as without_argument};
use crate::support::program::{Directory, Finished, finish};
use oracle::evidence_certificate::sha256;
use scm_check::internals::kernel::base::Random;
use scm_check::internals::model::cfsm::ChannelKind;
use scm_check::internals::model::choreography::{Architecture, ChannelChoice};
use serde_json::{Value, json};
use verify::{Verdict, verify, verify_choreography};

/// One of two interactions of four strangers: p and q cannot know what r and s do.
const STRANGERS: &str = "0 -p->q:a- 1\n0 -r->s:b- 2\n";

/// The run in which both happen, or begin to.
const BOTH: &str = "p p>q!a 0 1; q p>q?a 0 1; r r>s!b 0 1";

/// Figure 6.1 of the thesis: a client, a server and a database.
const CSD: &str = "arch free\ninit 0\n0 -c->s:req via s- 1\n1 -s->c:res via c- 2\n\
                   2 -c->s:ack via s- 3\n3 -s->d:log via d- 0\n3 -c->s:req via s- 4\n4 -s->d:log via d- 1\n";

/// Two messages that cross, in either order.
const CROSSING: &str = "arch p2p\n0 -p->q:a- 1\n0 -q->p:b- 2\n1 -q->p:b- 3\n2 -p->q:a- 3\n";

/// How the channels may be named, with the architecture and the kind that this is.
pub(crate) const CHANNELS: [(&str, ChannelChoice); 9] = {
    use Architecture::{Mailbox, OneBuffer, PeerToPeer};
    use ChannelKind::{Bag, Fifo};
    const fn choice(
        architecture: Option<Architecture>,
        kind: Option<ChannelKind>,
    ) -> ChannelChoice {
        ChannelChoice { architecture, kind }
    }
    [
        ("as written", choice(None, None)),
        ("fifo", choice(None, Some(Fifo))),
        ("bag", choice(None, Some(Bag))),
        ("p2p,fifo", choice(Some(PeerToPeer), Some(Fifo))),
        ("p2p,bag", choice(Some(PeerToPeer), Some(Bag))),
        ("mailbox,fifo", choice(Some(Mailbox), Some(Fifo))),
        ("mailbox,bag", choice(Some(Mailbox), Some(Bag))),
        ("onebuf,fifo", choice(Some(OneBuffer), Some(Fifo))),
        ("onebuf,bag", choice(Some(OneBuffer), Some(Bag))),
    ]
};

/// A witness about a choreography, of the kind that goes with the property.
pub(crate) fn witness(
    text: &str,
    property: &str,
    kind: &str,
    channels: &str,
    steps: &[Value],
) -> Value {
    let is_send = |step: &&Value| step["action"] == "send";
    let names = text.lines().filter_map(|line| line.split_once(" -")?.1.split_once(':'));
    let names = names.flat_map(|(ends, _)| ends.split("->"));
    let initial: BTreeMap<&str, &str> = names.map(|name| (name, "0")).collect();
    json!({
        "schema": "scm-check/witness", "schema_version": 1, "sha256": sha256(text.as_bytes()),
        "property": property, "kind": kind, "channels": channels, "initial": initial,
        "communications": steps.iter().filter(is_send).count(), "steps": steps,
    })
}

/// Steps as in `p @q!a 0 1; q @q?a 0 1`.
fn steps(run: &str) -> Vec<Value> {
    let step = |step: &str| {
        let words: Vec<&str> = step.split_whitespace().collect();
        let [participant, action, from, to] = words[..] else { panic!("`{step}` is no step") };
        let (channel, message) = action.split_once(['!', '?']).unwrap();
        let action = if action.contains('!') { "send" } else { "receive" };
        json!({"participant": participant, "action": action, "channel": channel,
               "message": message, "from": from, "to": to})
    };
    run.split(';').map(str::trim).filter(|step| !step.is_empty()).map(step).collect()
}

pub(crate) fn judge(text: &str, witness: &Value) -> Verdict {
    verify_choreography(witness.to_string().as_bytes(), text.as_bytes(), None)
}

fn completable(text: &str, channels: &str, run: &str) -> Verdict {
    judge(text, &witness(text, "realisable", "not-completable", channels, &steps(run)))
}

fn partial(text: &str, channels: &str, run: &str) -> Verdict {
    judge(text, &witness(text, "well-formed", "not-partial", channels, &steps(run)))
}

/// Asserts that the evidence is rejected for a reason that holds `why`.
pub(crate) fn assert_rejected(verdict: &Verdict, why: &str) {
    assert!(
        matches!(verdict, Verdict::Rejected(found) if found.contains(why)),
        "{verdict:?}, not {why:?}"
    );
}

#[test]
fn a_run_that_no_word_completes_is_confirmed() {
    let renamed = |one: &str, other: &str| BOTH.replace("p>q", one).replace("r>s", other);
    for (channels, _) in CHANNELS {
        let run = match channels.split(',').next().unwrap() {
            "mailbox" => renamed("@q", "@s"),
            "onebuf" => renamed("@", "@"),
            _ => BOTH.to_owned(),
        };
        assert_eq!(completable(STRANGERS, channels, &run), Verdict::Confirmed, "{channels}");
        assert_eq!(partial(STRANGERS, channels, &run), Verdict::Confirmed, "{channels}");
    }
    let (begun, one) = ("p p>q!a 0 1", "p p>q!a 0 1; q p>q?a 0 1");
    for run in ["", begun, one] {
        assert_rejected(&completable(STRANGERS, "as written", run), "a word of the choreography");
        assert_rejected(&partial(STRANGERS, "as written", run), "is a partial execution");
    }
}

#[test]
fn one_change_is_rejected_unless_it_is_still_true() {
    let both: Vec<&str> = BOTH.split("; ").collect();
    let changed = |order: &[usize]| order.iter().map(|i| both[*i]).collect::<Vec<_>>().join(";");
    // Without its reception, and in another order, it is as good, but not RSC as it is written.
    assert_eq!(completable(STRANGERS, "fifo", &changed(&[0, 2])), Verdict::Confirmed);
    assert_eq!(partial(STRANGERS, "fifo", &changed(&[0, 2])), Verdict::Confirmed);
    assert_eq!(completable(STRANGERS, "fifo", &changed(&[0, 2, 1])), Verdict::Confirmed);
    assert_eq!(completable(STRANGERS, "fifo", &changed(&[2, 0, 1])), Verdict::Confirmed);
    assert_rejected(&partial(STRANGERS, "fifo", &changed(&[0, 2, 1])), "step 3: the reception");
    assert_rejected(&completable(STRANGERS, "fifo", &changed(&[1, 2])), "step 1 cannot be taken");
    assert_rejected(
        &completable(STRANGERS, "fifo", &changed(&[0, 1, 1])),
        "step 3 cannot be taken",
    );
    for (part, other, why) in [
        ("p>q!a", "p>q!b", "step 1 cannot"),
        ("p>q?a", "r>s?a", "step 2 cannot"),
        ("r r>s!b", "s r>s!b", "step 3 cannot"),
        ("p>q!a", "@q!a", "step 1 cannot"),
        ("p p>q!a", "x p>q!a", "step 1 is one of nobody"),
        ("0 1; q", "1 1; q", "step 1 is from or to a state that has another name"),
        ("0 1; q", "0 0; q", ""),
    ] {
        let verdict = completable(STRANGERS, "fifo", &BOTH.replacen(part, other, 1));
        if why.is_empty() {
            // Nothing says that the two states are not one.
            assert_eq!(verdict, Verdict::Confirmed);
        } else {
            assert_rejected(&verdict, why);
        }
    }
    for channels in ["mailbox,fifo", "onebuf,bag"] {
        assert_rejected(&completable(STRANGERS, channels, BOTH), "step 1 cannot be taken");
    }
    for channels in ["free,fifo", "p2p", "fifo,p2p", "p2p,as written", "p2p,fifo,fifo", ""] {
        assert_rejected(&completable(STRANGERS, channels, BOTH), "no reading of channels");
    }
}

#[test]
fn a_kind_goes_with_its_property_and_fields_say_what_is_true() {
    let good = witness(STRANGERS, "realisable", "not-completable", "fifo", &steps(BOTH));
    let changed = |field: &str, value: Value| {
        let mut witness = good.clone();
        witness[field] = value;
        judge(STRANGERS, &witness)
    };
    assert_rejected(&changed("kind", json!("not-partial")), "no witness against realisable");
    assert_rejected(&changed("kind", json!("deadlock")), "no witness against realisable");
    assert_rejected(&changed("kind", json!("borderline-violation")), "no reception");
    assert_rejected(&changed("property", json!("well-formed")), "no witness against well-formed");
    assert_rejected(&changed("property", json!("rsc")), "no witness against rsc");
    assert_rejected(&changed("property", json!("bad_states/1")), "the model has no bad_states/1");
    assert!(matches!(changed("property", json!("conforms")), Verdict::Unsupported(_)));
    assert_rejected(&changed("communications", json!(3)), "there are 2 communications");
    assert_rejected(&changed("sha256", json!("00")), "SHA-256 00");
    assert_rejected(&changed("participants", json!(["p"])), "`participants`");
    assert_rejected(
        &changed("messages", json!([{"channel": "r>s", "message": "b"}])),
        "`messages`",
    );
    assert_rejected(&changed("cycle", json!([{"from": 1, "to": 2}])), "`cycle`");
    assert_rejected(&changed("initial", json!({"p": "0", "q": "0", "r": "0"})), "`initial`");
    assert_rejected(&changed("initial", json!({"p": "9", "q": "0", "r": "0", "s": "0"})), "step 1");
    let others = json!({"p": "0", "q": "0", "r": "0", "s": "0", "t": "0"});
    assert_rejected(&changed("initial", others), "`initial`");
    // Whoever does nothing that can be reached is nobody.
    let more = format!("{STRANGERS}9 -t->p:c- 0\n");
    let mut witness = good.clone();
    witness["sha256"] = json!(sha256(more.as_bytes()));
    assert_eq!(judge(&more, &witness), Verdict::Confirmed);
    let mut step = steps(BOTH);
    step[0]["from"] = json!(0);
    assert_rejected(&changed("steps", json!(step)), "step 1 is from or to");
    assert_eq!(judge(STRANGERS, &good), Verdict::Confirmed);
    // The same words about a model in SCM are of no known form.
    let scm = crate::support::program::STREAM;
    let mut witness = good.clone();
    witness["sha256"] = json!(sha256(scm.as_bytes()));
    let verdict = verify(witness.to_string().as_bytes(), scm.as_bytes(), None);
    assert!(matches!(verdict, Verdict::Unsupported(_)), "{verdict:?}");
}

#[test]
fn a_local_state_has_one_name() {
    let text = "0 -p->q:a- 0\n0 -r->s:b- 1\n";
    let run = "p p>q!a 0 0; q p>q?a 0 0; r r>s!b 0 1; p p>q!a 0 0; q p>q?a 0 0";
    // After b nothing is left for p to do, but it does not know.
    assert_rejected(&completable(text, "fifo", run), "a word of the choreography");
    assert_eq!(partial(text, "fifo", run), Verdict::Confirmed);
    for (part, other) in [("p p>q!a 0 0", "p p>q!a 0 1"), ("q p>q?a 0 0", "q p>q?a 0 2")] {
        assert_rejected(&partial(text, "fifo", &run.replacen(part, other, 1)), "another name");
    }
}

#[test]
fn the_client_the_server_and_the_database() {
    let run = "c s!req 0 1; s s?req 0 1; s c!res 1 2; c c?res 1 2; c s!ack 2 0; s s?ack 2 3; \
               c s!req 0 1; s d!log 3 0; d d?log 0 0";
    assert_eq!(partial(CSD, "as written", run), Verdict::Confirmed);
    assert_rejected(&completable(CSD, "as written", run), "a word of the choreography");
    let (before, _) = run.split_once("; s d!log").unwrap();
    assert_rejected(&partial(CSD, "as written", before), "is a partial execution");
    // Without the second order, nothing is to be sent before the log is.
    let lines: Vec<&str> = CSD.lines().collect();
    let sequential = lines[..6].join("\n");
    assert_rejected(&completable(&sequential, "as written", run), "a word of the choreography");
    let again = run.replace("s d!log", "s s?req 3 4; s d!log");
    assert_rejected(&completable(&sequential, "as written", &again), "step 8 cannot be taken");
}

#[test]
fn what_a_channel_orders_counts() {
    let beside = "0 -p->q:a- 1\n1 -r->s:b- 2\n";
    let late = "r @!b 0 1; s @?b 0 1";
    assert_eq!(completable(beside, "onebuf,fifo", late), Verdict::Confirmed);
    assert_rejected(&completable(beside, "onebuf,bag", late), "a word of the choreography");
    assert_eq!(partial(beside, "onebuf,bag", &format!("{late}; p @!a 0 1")), Verdict::Confirmed);
    let same = beside.replace(":b", ":a");
    let late = late.replace('b', "a");
    assert_eq!(completable(&same, "onebuf,bag", &late), Verdict::Confirmed);
    let mailbox = "arch mailbox\n0 -p->r:a- 1\n1 -q->r:b- 2\n";
    let late = "q @r!b 0 1";
    assert_eq!(completable(mailbox, "as written", late), Verdict::Confirmed);
    assert_eq!(completable(mailbox, "mailbox,fifo", late), Verdict::Confirmed);
    assert_rejected(&completable(mailbox, "bag", late), "a word of the choreography");
    assert_rejected(&completable(mailbox, "p2p,fifo", &late.replace("@r", "q>r")), "a word of");
    let a_bag = format!("buffer @r bag\n{mailbox}");
    assert_rejected(&completable(&a_bag, "as written", late), "a word of the choreography");
    assert_eq!(completable(&a_bag, "fifo", late), Verdict::Confirmed);
    let all_bags = format!("kind bag\nbuffer @r fifo\n{mailbox}");
    assert_eq!(completable(&all_bags, "as written", late), Verdict::Confirmed);
    // A channel that is named beats the architecture.
    let named = mailbox.replace(":b-", ":b via b-");
    assert_rejected(&completable(&named, "as written", &late.replace("@r", "b")), "a word of");
    assert_eq!(completable(&named, "mailbox,fifo", late), Verdict::Confirmed);
}

#[test]
fn borderline_violations_are_those_of_the_implementation() {
    let crossing = "p p>q!a 0 1; q q>p!b 0 1; p q>p?b 1 2; q p>q?a 1 2";
    let cycle = json!([{"from": 1, "to": 2, "participant": "p", "steps": [1, 3]},
                       {"from": 2, "to": 1, "participant": "q", "steps": [2, 4]}]);
    let mailbox = "p @!a 0 1; q @!b 0 1; q @?a 1 2";
    let in_order = json!([{"from": 1, "to": 2, "channel": "@", "steps": [1, 2]},
                          {"from": 2, "to": 1, "participant": "q", "steps": [2, 3]}]);
    for property in ["realisable", "well-formed", "rsc"] {
        let judged = |channels: &str, run: &str, cycle: &Value| {
            let kind = "borderline-violation";
            let mut witness = witness(CROSSING, property, kind, channels, &steps(run));
            witness["cycle"] = cycle.clone();
            judge(CROSSING, &witness)
        };
        assert_eq!(judged("as written", crossing, &cycle), Verdict::Confirmed);
        assert_eq!(judged("onebuf,fifo", mailbox, &in_order), Verdict::Confirmed);
        assert_rejected(&judged("onebuf,bag", mailbox, &in_order), "edge 1 is none");
        assert_rejected(&judged("as written", crossing, &json!([])), "`cycle` is empty");
        let other = json!([in_order[0], {"from": 2, "to": 1, "channel": "@", "steps": [2, 3]}]);
        assert_rejected(&judged("onebuf,fifo", mailbox, &other), "edge 2 is none");
        let (early, _) = crossing.rsplit_once(';').unwrap();
        assert_rejected(&judged("as written", early, &cycle), "edge 2 is none");
        let numbered = json!([{"from": 1, "to": 2, "channel": 0, "steps": [1, 2]}, in_order[1]]);
        assert_rejected(&judged("onebuf,fifo", mailbox, &numbered), "edge 1 is none");
    }
}

#[test]
fn safety_of_the_implementation_is_judged_as_for_systems() {
    let text = "0 -p->q:a- 1\n0 -q->p:b- 2\n";
    let both = "p p>q!a 0 1; q q>p!b 0 1";
    let judged = |property: &str, run: &str, blame: &Value| {
        let kind = property.split('(').next().unwrap();
        let mut witness = witness(text, property, kind, "as written", &steps(run));
        witness["messages"] = blame.clone();
        judge(text, &witness)
    };
    let held = json!([{"channel": "p>q", "message": "a"}, {"channel": "q>p", "message": "b"}]);
    assert_eq!(judged("orphan-message", both, &held), Verdict::Confirmed);
    assert_eq!(judged("deadlock", both, &held), Verdict::Confirmed);
    assert_rejected(&judged("deadlock", both, &json!([held[0]])), "`messages`");
    assert_rejected(&judged("progress", both, &held), "does not violate");
    let one = json!([{"channel": "p>q", "message": "a"}]);
    assert_rejected(
        &judged("deadlock", "p p>q!a 0 1", &one),
        "what can follow empties all channels",
    );
    assert_eq!(judged("unreceived(a)", both, &one), Verdict::Confirmed);
    assert_rejected(&judged("unreceived(c)", both, &one), "the model has no unreceived(c)");
}

#[test]
fn a_deadlock_with_infinitely_many_configurations_behind_it() {
    // Once r has taken v2 it takes no v1 any more, and p goes on sending that.
    let text = "0 -p->r:v1 via 1- 0\n0 -q->r:v2 via 2- 1\n1 -q->r:v2 via 2- 1\n";
    let run = "q 2!v2 0 0; r 2?v2 0 1; p 1!v1 0 0";
    let judged = |run: &str, held: Value| {
        let mut witness = witness(text, "deadlock", "deadlock", "as written", &steps(run));
        witness["messages"] = held;
        judge(text, &witness)
    };
    let held = json!([{"channel": "1", "message": "v1"}]);
    assert_eq!(judged(run, held.clone()), Verdict::Confirmed);
    let early = "q 2!v2 0 0; p 1!v1 0 0";
    let both = json!([{"channel": "1", "message": "v1"}, {"channel": "2", "message": "v2"}]);
    assert_rejected(&judged(early, both), "what can follow empties all channels");

    let scm = "scm t : nb_channels = 2 ; parameters : int a ; int b ; automaton p : initial : 0 \
               state 0 : to 0 : when true , 0 ! a ; automaton q : initial : 0 \
               state 0 : to 0 : when true , 1 ! b ; automaton r : initial : 0 state 0 : \
               to 2 : when true ; to 0 : when true , 0 ? a ; state 2 : to 1 : when true , 1 ? b ; \
               state 1 : to 1 : when true , 1 ? b ;";
    let here = Directory::new("choreographies_deadlock").with("t.scm", scm);
    assert_eq!(here.run("rsc t.scm --certificate rsc.json").code, 0);
    let certificate: Value = serde_json::from_str(&here.read("rsc.json")).unwrap();
    let step = |participant: &str, action: &str, channel: usize, message: &str, to: &str| {
        let from = if action == "receive" { "2" } else { "0" };
        json!({"participant": participant, "action": action, "channel": channel,
               "message": message, "from": from, "to": to})
    };
    let internal = json!({"participant": "r", "action": "internal", "from": "0", "to": "2"});
    let run = [
        step("q", "send", 1, "b", "0"),
        step("p", "send", 0, "a", "0"),
        internal,
        step("r", "receive", 1, "b", "1"),
    ];
    let judged = |run: &[Value], held: Value, certificate: &Value| {
        let mut witness = witness(scm, "deadlock", "deadlock", "as written", run);
        witness["initial"] = json!({"p": "0", "q": "0", "r": "0"});
        witness["messages"] = held;
        let apart = [witness.to_string(), certificate.to_string()];
        let [apart, rests] = apart.each_ref().map(String::as_bytes);
        let verdict = verify(apart, scm.as_bytes(), Some(rests));
        let together = json!([witness, certificate]).to_string();
        let same = verify(together.as_bytes(), scm.as_bytes(), None);
        assert_eq!(same == Verdict::Confirmed, verdict == Verdict::Confirmed, "{same:?}");
        verdict
    };
    let a = json!({"channel": 0, "message": "a"});
    let b = json!({"channel": 1, "message": "b"});
    assert_eq!(judged(&run, json!([a]), &certificate), Verdict::Confirmed);
    // Behind the internal step alone, b is still there to be taken, and a is not.
    assert_eq!(judged(&run[..3], json!([a, b]), &certificate), Verdict::Confirmed);
    let two = judged(&run[..2], json!([a, b]), &certificate);
    assert_rejected(&two, "what can follow empties all channels");
    let mut wrong = certificate.clone();
    wrong["states"].as_array_mut().unwrap().pop();
    assert_rejected(&judged(&run, json!([a]), &wrong), "not listed");
}

#[test]
fn a_participant_follows_the_run_and_then_itself() {
    // p may wait for b in two states, one of which takes it: where the run leads is what counts.
    let scm = "scm t : nb_channels = 2 ; parameters : int a ; int b ; automaton p : initial : 0 \
               state 0 : to 0 : when true , 0 ! a ; to 1 : when true , 1 ! b ; to 2 : when true , 1 ! b ; \
               state 1 : to 3 : when true ; state 3 : to 1 : when true , 1 ? b ; state 2 : \
               automaton q : initial : 0 state 0 : to 0 : when true , 0 ? a ;";
    let here = Directory::new("choreographies_itself").with("t.scm", scm);
    assert_eq!(here.run("rsc t.scm --certificate rsc.json").code, 0);
    let certificate = here.read("rsc.json");
    let judged = |to: &str| {
        let step = json!({"participant": "p", "action": "send", "channel": 1, "message": "b",
                          "from": "0", "to": to});
        let mut witness = witness(scm, "deadlock", "deadlock", "as written", &[step]);
        witness["initial"] = json!({"p": "0", "q": "0"});
        witness["messages"] = json!([{"channel": 1, "message": "b"}]);
        verify(witness.to_string().as_bytes(), scm.as_bytes(), Some(certificate.as_bytes()))
    };
    assert_eq!(judged("2"), Verdict::Confirmed);
    assert_rejected(&judged("1"), "what can follow empties all channels");
}

#[test]
fn with_a_certificate_or_by_all_configurations_a_deadlock_is_one() {
    let mut tally = BTreeMap::new();
    for seed in seeds(8) {
        let sample = Sample::of(seed);
        let (witnesses, certificates) = sample.evidence();
        let rsc = certificates.iter().find(|one| one.file["property"] == "rsc");
        let Some(rsc) = rsc.map(|one| one.file.to_string()) else { continue };
        let mut numbers = Random::new(seed);
        for mut one in witnesses.into_iter().filter(|one| without_argument(&one.kind) != "rsc") {
            let steps = one.file["steps"].as_array_mut().unwrap();
            steps.truncate(numbers.below(steps.len() + 1));
            let steps = steps.clone();
            one.file["communications"] =
                json!(steps.iter().filter(|step| step["action"] == "send").count());
            for (field, value) in [("property", "deadlock"), ("kind", "deadlock")] {
                one.file[field] = json!(value);
            }
            one.file["participants"] = json!([]);
            one.file["messages"] = json!(held(&sample, &one.file, &steps));
            let (text, file) = (sample.text.as_bytes(), one.file.to_string());
            let by_all = verify(file.as_bytes(), text, None);
            if matches!(by_all, Verdict::Unsupported(_)) {
                continue;
            }
            let by_rsc = verify(file.as_bytes(), text, Some(rsc.as_bytes()));
            let is_confirmed = by_all == Verdict::Confirmed;
            let seed = format!("seed {seed}: {by_all:?}, {by_rsc:?}\n{}\n{file}", sample.text);
            assert_eq!(by_rsc == Verdict::Confirmed, is_confirmed, "{seed}");
            let is_searched = format!("{by_rsc:?}").contains("what can follow empties");
            *tally.entry((is_confirmed, is_searched)).or_insert(0) += 1;
        }
    }
    println!("confirmed, shown by the search not to be: {tally:?}");
    let is_many = |key| tally.get(&key).is_some_and(|count| *count > 10);
    let are_enough = is_many((true, false)) && is_many((false, true));
    assert!(are_enough || !are_many());
}

/// What may be received from the channels after these steps.
fn held(sample: &Sample, witness: &Value, steps: &[Value]) -> Vec<Value> {
    let mut held: Vec<(Value, Value)> = Vec::new();
    for step in steps {
        let pair = (step["channel"].clone(), step["message"].clone());
        match step["action"].as_str().unwrap() {
            "send" => held.push(pair),
            "receive" => drop(held.remove(held.iter().position(|one| *one == pair).unwrap())),
            _ => {}
        }
    }
    let channels = &sample.model.system.channels();
    let kinds: Vec<ChannelKind> = channels.iter().map(|channel| channel.kind).collect();
    let is_bag = |channel: &Value| match witness["channels"].as_str().unwrap() {
        "fifo" => false,
        "bag" => true,
        _ => kinds[usize::try_from(channel.as_u64().unwrap()).unwrap()] == ChannelKind::Bag,
    };
    let mut seen = BTreeSet::new();
    let heads = held.iter().filter(|(channel, _)| {
        let is_first = seen.insert(channel.as_u64());
        is_first || is_bag(channel)
    });
    heads.map(|(channel, message)| json!({"channel": channel, "message": message})).collect()
}

/// What the program says about the run of both strangers in a file of this name and text.
fn run(here: &Directory, name: &str, text: &str) -> Finished {
    let witness = witness(text, "realisable", "not-completable", "as written", &steps(BOTH));
    std::fs::write(here.path("evidence.json"), witness.to_string()).unwrap();
    std::fs::write(here.path(name), text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_scm-check-verify"));
    finish(command.current_dir(here.path(".")).args(["evidence.json", name]))
}

#[test]
fn the_program_reads_files_that_end_in_ca_as_choreographies() {
    let here = Directory::new("choreographies_program");
    for text in [
        STRANGERS.to_owned(),
        format!("# four\nname strangers\narch p2p\nkind fifo\ninit 0\nfinal 1 2\n{STRANGERS}"),
        format!("\n  \t#\r\n{}", STRANGERS.replace('\n', "\t # one\r\n")),
        format!("#! expect: realisable = violated\nexpect somebody no # idea\n{STRANGERS}"),
        format!("{STRANGERS}init 0\nbuffer nobody bag\nfinal 1\nfinal 2"),
        format!("{STRANGERS}9 -s->p:a- 0\n1 -s->r:back- 8\n"),
        STRANGERS.replace("- 1", " via p>q- 1").replace("- 2", "  via r>s-  2"),
    ] {
        let run = run(&here, "model.ca", &text);
        assert_eq!((run.code, run.output.as_str()), (0, "confirmed\n"), "{text}{}", run.errors);
    }
    let scm = run(&here, "model.scm", STRANGERS);
    assert_eq!((scm.code, scm.output.as_str()), (2, "unsupported form\n"));
    let other = run(&here, "model.ca", &STRANGERS.replace("0 -r", "1 -r"));
    assert_eq!(
        (other.code, other.output.as_str()),
        (1, "rejected: a word of the choreography completes the run\n")
    );
}

#[test]
fn a_malformed_choreography_is_refused_with_its_place() {
    let here = Directory::new("choreographies_malformed");
    for (line, why) in [
        ("arhc p2p", "not understood"),
        ("arch mesh", "not understood"),
        ("arch p2p free", "not understood"),
        ("kind lossy", "not understood"),
        ("buffer b", "not understood"),
        ("buffer b fifo bag", "not understood"),
        ("init", "not understood"),
        ("init 0 1", "not understood"),
        ("init 9", "no such state"),
        ("final 1 9", "no such state"),
        ("name", "not understood"),
        ("name two words", "not understood"),
        ("expect", "not understood"),
        ("0 -p->q:a 1", "not understood"),
        ("0 -p->q:a- 1 2", "not understood"),
        ("0 -p->q:a-", "not understood"),
        ("0 p->q:a- 1", "not understood"),
        ("0 -p-q:a- 1", "not understood"),
        ("0 -p->q- 1", "not understood"),
        ("0 -p->q:- 1", "not understood"),
        ("0 -->q:a- 1", "not understood"),
        ("0 -p->:a- 1", "not understood"),
        ("0 - p->q:a- 1", "not understood"),
        ("0 -p->q:a via b 1", "not understood"),
        ("0 -p->q:a via - 1", "not understood"),
        ("0 -p->q:a via b- 1", "channel is not named"),
        ("0 -p->q:a by b- 1", "not understood"),
        ("0 -p->p:a- 1", "a message to oneself"),
        ("0 -p->q->r:a- 1", "no `>`"),
        ("0 -p>q->r:a- 1", "no `>`"),
        ("0 -p->q:a-\u{a0}1", "white space"),
        ("0 -p->q:a- 1 # \r 0 -q->p:b- 0", "white space"),
        ("\u{feff}0 -p->q:a- 1", "white space"),
    ] {
        let text = format!("{STRANGERS}{line}\n");
        let run = run(&here, "model.ca", &text);
        assert_eq!((run.code, run.output.as_str()), (2, "unsupported form\n"), "{line}");
        let n = if why.contains("is not named") { 1 } else { 3 };
        let place = format!("scm-check-verify: unsupported: line {n} of the model, `");
        assert!(
            run.errors.starts_with(&place) && run.errors.contains(why),
            "{line}: {}",
            run.errors
        );
    }
    for twice in ["arch p2p", "kind fifo", "init 0", "name n", "buffer b bag"] {
        let run = run(&here, "model.ca", &format!("{twice}\n{STRANGERS}{twice}\n"));
        assert!(run.errors.contains("line 4 of") && run.errors.contains("said before"), "{twice}");
    }
    std::fs::write(here.path("model.ca"), b"0 -p->q:\xff- 1\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_scm-check-verify"));
    let run = finish(command.current_dir(here.path(".")).args(["evidence.json", "model.ca"]));
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("not UTF-8"), "{}", run.errors);
}

#[test]
fn what_has_no_evidence_here_is_an_unsupported_form() {
    let of = |fields: &str| {
        let sha256 = sha256(STRANGERS.as_bytes());
        let text = format!(
            "{{\"schema_version\":1,\"channels\":\"fifo\",\"sha256\":\"{sha256}\",{fields}}}"
        );
        verify_choreography(text.as_bytes(), STRANGERS.as_bytes(), None)
    };
    for fields in [
        r#""schema":"scm-check/report","results":[{"property":"realisable","verdict":"holds"}]"#,
        r#""schema":"scm-check/certificate","form":"explicit","property":"rsc","items":[],"states":[]"#,
        r#""schema":"scm-check/certificate","form":"explicit","property":"realisable""#,
        r#""schema":"scm-check/witness","property":"termination","kind":"no-end","steps":[]"#,
    ] {
        assert!(matches!(of(fields), Verdict::Unsupported(_)), "{fields}: {:?}", of(fields));
    }
    let lost = verify_choreography(b"{}", b"final 1\n", None);
    assert!(format!("{lost:?}").contains("line 1 of the model, `final 1`: there is no such state"));
    // There is nothing to be done in what is empty.
    for text in ["", "# nothing\n", "init 7\nfinal 7\n"] {
        for property in [("realisable", "not-completable"), ("well-formed", "not-partial")] {
            let witness = witness(text, property.0, property.1, "as written", &[]);
            assert_rejected(&judge(text, &witness), "the choreography");
            let mut busy = witness;
            busy["steps"] = json!([{}]);
            assert_rejected(&judge(text, &busy), "step 1 is one of nobody");
        }
    }
}
