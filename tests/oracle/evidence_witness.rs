//! Whether a witness is one: everything that it says is so.
//!
//! The run is replayed on plain configurations, and what it shows is tested by the other oracles.
//! `line` is not looked at. Decisions where the format leaves something open:
//!
//! - an internal step without `lost` is an internal transition of the model, not the twin of a send;
//! - internal steps may follow the last reception of a borderline violation;
//! - the edges of a cycle stand in its order, and each communication occurs once;
//! - what is no borderline violation has no cycle; what is no property of safety has no faults.

use super::configurations::{Configuration, Loss, Move, initial, moves};
use super::conflict::{is_cyclic, matching, same_way};
use super::evidence::{
    Judged, Model, Objection, Question, channel, is_of_schema, list, list_or_none, message_named,
    natural, number, participant_named, require, state_named, text, wrong,
};
use super::reachability::is_bad;
use super::safety::{
    Property, is_final, is_waiting, leaving, receives, reception, unfinished, waits_in_vain,
};
use model::cfsm::{
    Action, ChannelId, ChannelKind, Direction, Label, MessageId, ParticipantId, Step, System,
};
use serde_json::Value;
use std::collections::{BTreeSet, VecDeque};

/// The most configurations that are looked at to see what can follow.
const CONTINUATIONS: usize = 10_000;

/// Whether the witness is one for the model.
///
/// # Errors
/// Says what is wrong with it, or that this would take too long to see.
pub fn valid_witness(model: Model<'_>, witness: &Value) -> Judged<()> {
    is_of_schema(witness, "scm-check/witness")?;
    let system = &*model.read(witness)?;
    let run = Run::of(system, witness)?;
    let question = model.question(witness)?;
    let kind = text(witness, "kind")?;
    let fault = Fault::of(system, witness)?;
    if !matches!(question, Question::Rsc) {
        require(list_or_none(witness, "cycle")?.is_empty(), || "a cycle of what?".to_owned())?;
    }
    let faults = match question {
        Question::Rsc => {
            require(kind == "borderline-violation", || format!("{kind} is another kind"))?;
            borderline_violation(system, &run, list(witness, "cycle")?)?;
            vec![Fault::default()]
        }
        Question::BadStates(bad) => {
            require(kind == "bad-configuration", || format!("{kind} is another kind"))?;
            model.means_something(bad, system)?;
            require(is_bad(bad, &run.end), || "the configuration is not bad".to_owned())?;
            vec![Fault::default()]
        }
        Question::Safety(property) => {
            let name = property.name(system);
            let own = name.split('(').next() == Some(kind);
            require(own, || format!("{kind} is another kind"))?;
            faults(system, &run.end, property)?
        }
    };
    require(faults.contains(&fault), || format!("{fault:?} is not at fault, but {faults:?}"))
}

/// What a witness does.
struct Run {
    /// Where it ends.
    end: Configuration,
    /// The actions, without internal steps.
    actions: Vec<Action>,
    /// The number of the step of each action, from 1.
    steps: Vec<usize>,
}

impl Run {
    fn of(system: &System, witness: &Value) -> Judged<Self> {
        let Some(states) = witness.get("initial").and_then(Value::as_object) else {
            return wrong("no initial states");
        };
        for name in states.keys() {
            participant_named(system, name)?;
        }
        let mut control = Vec::new();
        for (participant, automaton) in system.automata().enumerate() {
            let name = text(&witness["initial"], automaton.name())?;
            control.push(state_named(system, participant, name)?);
        }
        let mut run = Self {
            end: Configuration::initial(system, control),
            actions: Vec::new(),
            steps: Vec::new(),
        };
        require(initial(system).contains(&run.end), || "not initial".to_owned())?;
        for (place, step) in list(witness, "steps")?.iter().enumerate() {
            let step = transition(system, step)?;
            let Some(end) = run.end.after(system, step) else {
                return wrong(format!("step {} is impossible", place + 1));
            };
            run.end = end;
            if let Label::Action(direction, channel, message) =
                system.automata()[step.participant].transitions()[step.transition].label
            {
                let participant = step.participant;
                run.actions.push(Action { participant, direction, channel, message });
                run.steps.push(place + 1);
            }
        }
        let sends = run.actions.iter().filter(|a| a.direction == Direction::Send).count();
        let said = number(witness, "communications")?;
        require(said == sends, || format!("{sends} communications, not {said}"))?;
        Ok(run)
    }
}

/// A transition that does what a step of a file says.
fn transition(system: &System, step: &Value) -> Judged<Step> {
    let participant = participant_named(system, text(step, "participant")?)?;
    let automaton = &system.automata()[participant];
    let from = state_named(system, participant, text(step, "from")?)?;
    let to = state_named(system, participant, text(step, "to")?)?;
    let lost = match step.get("lost") {
        Some(lost) => Some(on_channel(system, lost)?),
        None => None,
    };
    let label = match text(step, "action")? {
        "internal" => {
            let nothing = step.get("channel").is_none() && step.get("message").is_none();
            require(nothing, || "an internal step has no message".to_owned())?;
            Label::Internal
        }
        action => {
            require(lost.is_none(), || "an action loses nothing".to_owned())?;
            let (channel, message) = on_channel(system, step)?;
            match action {
                "send" => Label::Action(Direction::Send, channel, message),
                "receive" => Label::Action(Direction::Receive, channel, message),
                _ => return wrong(format!("{action} is no action")),
            }
        }
    };
    let lost_label =
        lost.map(|(channel, message)| Label::Action(Direction::Send, channel, message));
    let found = automaton.transitions().enumerate().find(|(_, transition)| {
        let send = transition.loss_of.map(|send| automaton.transitions()[send].label);
        (transition.source, transition.label, transition.target) == (from, label, to)
            && send == lost_label
    });
    match found {
        Some((transition, _)) => Ok(Step { participant, transition }),
        None => wrong(format!("{} has no transition like {step}", automaton.name())),
    }
}

/// The channel and the message that an object names.
fn on_channel(system: &System, object: &Value) -> Judged<(ChannelId, MessageId)> {
    let channel = channel(system, number(object, "channel")?)?;
    Ok((channel, message_named(system, text(object, "message")?)?))
}

/// Whether the run is an RSC execution, then one reception that closes a cycle, and the edges are
/// such a cycle.
fn borderline_violation(system: &System, run: &Run, cycle: &[Value]) -> Judged<()> {
    let actions = &run.actions;
    let Some((last, before)) = actions.split_last() else { return wrong("nothing happens") };
    require(last.direction == Direction::Receive, || "the last is no reception".to_owned())?;
    let partners = matching(system, actions);
    for (place, action) in before.iter().enumerate() {
        let at_once =
            action.direction == Direction::Send || place > 0 && partners[place] == Some(place - 1);
        require(at_once, || format!("step {} comes too late", run.steps[place]))?;
    }
    require(is_cyclic(system, actions), || "the conflict graph is acyclic".to_owned())?;

    let communications: Vec<Vec<usize>> = (0..actions.len())
        .filter(|&place| actions[place].direction == Direction::Send)
        .map(|send| std::iter::once(send).chain(partners[send]).collect())
        .collect();
    let mut walk = Vec::new();
    for edge in cycle {
        let [from, to] = [number(edge, "from")?, number(edge, "to")?];
        require(from != to, || "no communication follows itself".to_owned())?;
        let [first, second] = list(edge, "steps")? else { return wrong("steps are two") };
        let place = |step: &Value, communication: usize| -> Judged<usize> {
            let number = natural(step)?;
            let members = communication.checked_sub(1).and_then(|place| communications.get(place));
            let members = members.into_iter().flatten();
            match members.copied().find(|&place| run.steps[place] == number) {
                Some(place) => Ok(place),
                None => wrong(format!("step {number} is none of communication {communication}")),
            }
        };
        let (first, second) = (place(first, from)?, place(second, to)?);
        require(first < second, || "the first step comes first".to_owned())?;
        let (one, other) = (actions[first], actions[second]);
        let because = match (edge.get("participant"), edge.get("channel")) {
            (Some(_), None) => {
                let participant = participant_named(system, text(edge, "participant")?)?;
                one.participant == participant && other.participant == participant
            }
            (None, Some(number)) => {
                let channel = channel(system, natural(number)?)?;
                one.channel == channel && same_way(system, one, other)
            }
            _ => return wrong("an edge has one reason"),
        };
        require(because, || format!("this is no reason: {edge}"))?;
        walk.push((from, to));
    }
    require(!walk.is_empty(), || "no cycle".to_owned())?;
    for (place, (_, to)) in walk.iter().enumerate() {
        let (next, _) = walk[(place + 1) % walk.len()];
        require(*to == next, || "the cycle is broken".to_owned())?;
    }
    let once: BTreeSet<usize> = walk.iter().map(|(from, _)| *from).collect();
    require(once.len() == walk.len(), || "it is more than one cycle".to_owned())
}

/// Who and what is at fault.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Fault {
    participants: BTreeSet<ParticipantId>,
    messages: BTreeSet<(ChannelId, MessageId)>,
}

impl Fault {
    /// What a witness says.
    fn of(system: &System, witness: &Value) -> Judged<Self> {
        let mut fault = Self::default();
        for name in list_or_none(witness, "participants")? {
            let Some(name) = name.as_str() else { return wrong("a participant is a name") };
            fault.participants.insert(participant_named(system, name)?);
        }
        for message in list_or_none(witness, "messages")? {
            fault.messages.insert(on_channel(system, message)?);
        }
        Ok(fault)
    }
}

/// What may be named as the fault in a configuration that violates a property; nothing where it
/// does not.
fn faults(system: &System, here: &Configuration, property: Property) -> Judged<Vec<Fault>> {
    let all: BTreeSet<ParticipantId> = system.automata().ids().collect();
    let everything: BTreeSet<_> =
        system.channels().ids().flat_map(|channel| receivable(system, here, channel)).collect();
    let read_by = |participant| -> BTreeSet<_> {
        let receptions = leaving(system, participant, here.state(participant));
        let channels = receptions.filter_map(reception).map(|(channel, _)| channel);
        channels.flat_map(|channel| receivable(system, here, channel)).collect()
    };
    let nobody = BTreeSet::new;
    let fault = |participants, messages| vec![Fault { participants, messages }];
    if property.is_violated_in(system, here) == Some(false) {
        return Ok(Vec::new());
    }
    Ok(match property {
        Property::UnspecifiedReception => all
            .into_iter()
            .filter(|&participant| waits_in_vain(system, here, participant))
            .map(|participant| Fault {
                participants: [participant].into(),
                messages: read_by(participant),
            })
            .collect(),
        Property::Progress => {
            let unfinished = unfinished(system, here);
            let messages = unfinished.iter().flat_map(|&p| read_by(p)).collect();
            fault(unfinished, messages)
        }
        Property::OrphanMessage => fault(nobody(), everything),
        Property::ReceptionDeadlock => fault(unfinished(system, here), BTreeSet::new()),
        Property::Deadlock => {
            let can = can_follow(system, here, |after, _| after.is_stable())?;
            if can { Vec::new() } else { fault(nobody(), everything) }
        }
        Property::Stuck(participant) => {
            let can = can_follow(system, here, |after, step| {
                is_final(system, participant, after.state(participant))
                    || step.is_some_and(|step| receives(system, step, Some(participant)).is_some())
            });
            if is_waiting(system, here, participant) && !can? {
                fault([participant].into(), read_by(participant))
            } else {
                Vec::new()
            }
        }
        Property::Unreceived(message) => {
            let mut found = Vec::new();
            for what in everything.into_iter().filter(|what| what.1 == message) {
                let is_fifo = system.channels()[what.0].kind == ChannelKind::Fifo;
                let can = can_follow(system, here, |_, step| {
                    let taken = step.and_then(|step| receives(system, step, None));
                    taken.is_some_and(|taken| taken == what || is_fifo && taken.0 == what.0)
                })?;
                if !can {
                    found.extend(fault(nobody(), [what].into()));
                }
            }
            found
        }
    })
}

/// What can be received from a channel: the oldest message, or each that a bag holds.
fn receivable(
    system: &System,
    here: &Configuration,
    channel: ChannelId,
) -> BTreeSet<(ChannelId, MessageId)> {
    let held = here.held(channel).iter().map(|&message| (channel, message));
    match system.channels()[channel].kind {
        ChannelKind::Fifo => held.take(1).collect(),
        ChannelKind::Bag => held.collect(),
    }
}

/// Whether something can happen from here on; a move or what comes of it shows it.
fn can_follow(
    system: &System,
    here: &Configuration,
    good: impl Fn(&Configuration, Option<Move>) -> bool,
) -> Judged<bool> {
    let mut seen = BTreeSet::from([here.clone()]);
    let mut open = VecDeque::from([here.clone()]);
    if good(here, None) {
        return Ok(true);
    }
    while let Some(next) = open.pop_front() {
        for (step, after) in moves(system, &next, Loss::OnTheWay) {
            if good(&after, Some(step)) {
                return Ok(true);
            }
            if seen.insert(after.clone()) {
                open.push_back(after);
            }
        }
        if seen.len() > CONTINUATIONS {
            return Err(Objection::Undecided("too much can follow".to_owned()));
        }
    }
    Ok(false)
}
