//! What it means that the lifelines of a diagram, each on its own, do what the diagram says.
//!
//! A diagram stands for a set of partial orders of events. They are listed one by one, with as many rounds of loops
//! as a run of a given length may have touched. Each lifeline follows the words of the diagram restricted to it; what
//! it may be doing is the set of all places in all orders that its own events fit. The messages of each pair of
//! lifelines arrive in the order in which they were sent. A run is a prefix of a word if it fits some order, so with
//! each configuration goes the set of all places in all orders that the whole run fits.
//!
//! The order that `strict`, `loopS` and `loopH` put between different lifelines is left out. Only messages from one
//! lifeline to another are understood.

use kernel::base::Id as _;
use model::cfsm::Direction;
use model::interaction::{Expression, ExpressionId, Interaction, Operator, Repetition};
use model::trace::LifelineId;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What happens at one end of an arrow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Event {
    pub lifeline: usize,
    pub direction: Direction,
    /// The lifeline at the other end.
    pub peer: usize,
    pub message: usize,
}

impl Event {
    /// The event as text.
    pub fn text(self, interaction: &Interaction) -> String {
        let name = |lifeline: usize| {
            interaction.signature.lifelines()[LifelineId::from_index(lifeline)].as_str()
        };
        let message = interaction.signature.messages().as_slice()[self.message].as_str();
        let (from, sign, to) = match self.direction {
            Direction::Send => (self.lifeline, '!', self.peer),
            Direction::Receive => (self.peer, '?', self.lifeline),
        };
        format!("{}>{}{sign}{message}", name(from), name(to))
    }
}

/// A set of events of one order, by their numbers.
type Done = u128;

/// The most events of an order.
const EVENTS: usize = 128;

/// One of the partial orders that a diagram stands for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Order {
    pub events: Vec<Event>,
    /// For each event, all that must have happened before.
    before: Vec<Done>,
}

impl Order {
    fn arrow(from: usize, to: usize, message: usize) -> Self {
        let sent = Event { lifeline: from, direction: Direction::Send, peer: to, message };
        let received = Event { lifeline: to, direction: Direction::Receive, peer: from, message };
        Self { events: vec![sent, received], before: vec![0, 1] }
    }

    /// Both orders side by side, with an event of the left one before one of the right where both are of a lifeline
    /// that is ordered.
    fn followed_by(&self, right: &Self, is_ordered: &dyn Fn(usize) -> bool) -> Option<Self> {
        let shift = self.events.len();
        if shift + right.events.len() > EVENTS {
            return None;
        }
        let mut both = self.clone();
        both.events.extend(&right.events);
        for (event, before) in right.events.iter().zip(&right.before) {
            let mut all = before.checked_shl(u32::try_from(shift).unwrap()).unwrap_or(0);
            for (number, earlier) in self.events.iter().enumerate() {
                if earlier.lifeline == event.lifeline && is_ordered(event.lifeline) {
                    all |= 1 << number;
                }
            }
            both.before.push(all);
        }
        // What is before something that is before an event is before the event.
        loop {
            let previous = both.before.clone();
            for before in &mut both.before {
                for number in numbers(*before) {
                    *before |= previous[number];
                }
            }
            if both.before == previous {
                return Some(both);
            }
        }
    }

    /// The sets of events after one more event of such a label.
    fn steps(&self, done: Done, label: Event) -> impl Iterator<Item = Done> + '_ {
        let is_next = move |number: &usize| {
            self.events[*number] == label
                && done & 1 << number == 0
                && self.before[*number] & !done == 0
        };
        (0..self.events.len()).filter(is_next).map(move |number| done | 1 << number)
    }

    /// The set of all events.
    fn all(&self) -> Done {
        (0..self.events.len()).fold(0, |all, number| all | 1 << number)
    }

    /// The order of the events of one lifeline.
    fn restricted(&self, lifeline: usize) -> Self {
        let kept: Vec<usize> = (0..self.events.len())
            .filter(|&event| self.events[event].lifeline == lifeline)
            .collect();
        let before = |&event: &usize| {
            let is_before = |other: &usize| self.before[event] & 1 << *other != 0;
            let places = (0..kept.len()).filter(|&place| is_before(&kept[place]));
            places.fold(0, |all, place| all | 1 << place)
        };
        Self {
            events: kept.iter().map(|&event| self.events[event]).collect(),
            before: kept.iter().map(before).collect(),
        }
    }
}

fn numbers(done: Done) -> impl Iterator<Item = usize> {
    (0..EVENTS).filter(move |number| done & 1 << number != 0)
}

/// Orders, each with the fewest events that a run has done if it has done one of each round.
type Weighted = BTreeMap<Order, usize>;

/// How many orders are listed at most.
const ORDERS: usize = 400;

/// All orders of a part in which each round of each loop is begun by some run of `length` events.
fn orders(
    interaction: &Interaction,
    id: ExpressionId,
    length: usize,
    most: usize,
) -> Option<Weighted> {
    let part = |id| orders(interaction, id, length, most);
    let found = match &interaction.parts[id] {
        Expression::Empty => Weighted::from([(Order::default(), 0)]),
        Expression::Passing(passing) => {
            let receivers: Vec<LifelineId> = passing.receivers().collect();
            let (Some(from), [to], false) = (passing.sender(), &*receivers, passing.synchronous)
            else {
                return None;
            };
            if from == *to {
                return None;
            }
            let order = Order::arrow(from.index(), to.index(), passing.message.index());
            Weighted::from([(order, 0)])
        }
        Expression::Optional(body) => {
            let mut found = part(*body)?;
            found.insert(Order::default(), 0);
            found
        }
        Expression::Compound(Operator::Alt, operands) => {
            let mut found = Weighted::new();
            for &operand in operands {
                add(&mut found, part(operand)?);
            }
            found
        }
        Expression::Compound(operator, operands) => {
            let is_ordered = |lifeline: usize| match operator {
                Operator::Strict | Operator::Seq => true,
                Operator::Coreg(region) => !region.contains(&LifelineId::from_index(lifeline)),
                Operator::Par | Operator::Alt | Operator::Sync(_) => false,
            };
            if matches!(operator, Operator::Sync(_)) {
                return None;
            }
            let mut found = Weighted::from([(Order::default(), 0)]);
            for &operand in operands.iter().rev() {
                found = composed(&part(operand)?, &found, length, most, &is_ordered)?;
            }
            found
        }
        Expression::Loop(repetition, body) => {
            let is_ordered = |_| *repetition != Repetition::Parallel;
            let mut rounds = part(*body)?;
            rounds.remove(&Order::default());
            for weight in rounds.values_mut() {
                *weight = (*weight).max(1);
            }
            let mut found = Weighted::from([(Order::default(), 0)]);
            let mut new = found.clone();
            while !new.is_empty() {
                new = composed(&rounds, &new, length, most, &is_ordered)?;
                new.retain(|order, weight| found.get(order).is_none_or(|known| *weight < *known));
                add(&mut found, new.clone());
                if found.len() > most {
                    return None;
                }
            }
            found
        }
    };
    (found.len() <= most).then_some(found)
}

fn add(found: &mut Weighted, more: Weighted) {
    for (order, weight) in more {
        let known = found.entry(order).or_insert(weight);
        *known = weight.min(*known);
    }
}

fn composed(
    left: &Weighted,
    right: &Weighted,
    length: usize,
    most: usize,
    is_ordered: &dyn Fn(usize) -> bool,
) -> Option<Weighted> {
    let mut found = Weighted::new();
    for (one, weight) in left {
        for (other, more) in right {
            if weight + more <= length {
                let both = one.followed_by(other, is_ordered)?;
                add(&mut found, [(both, weight + more)].into());
            }
        }
        if found.len() > most {
            return None;
        }
    }
    Some(found)
}

/// Places in orders: the number of an order, and what has been done of it.
type Places = BTreeSet<(usize, Done)>;

fn begun(orders: &[Order]) -> Places {
    (0..orders.len()).map(|order| (order, 0)).collect()
}

fn after(orders: &[Order], places: &Places, label: Event) -> Places {
    let next = |&(order, done): &(usize, Done)| {
        orders[order].steps(done, label).map(move |done| (order, done))
    };
    places.iter().flat_map(next).collect()
}

fn has_whole(orders: &[Order], places: &Places) -> bool {
    places.iter().any(|&(order, done)| done == orders[order].all())
}

/// What the lifelines do, and what is on the way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Configuration {
    /// What each lifeline may be doing, by numbers in `Diagram::known`.
    locals: Vec<usize>,
    /// The messages from one lifeline to another, oldest first; none is empty.
    channels: BTreeMap<(usize, usize), Vec<usize>>,
}

/// What a lifeline may be doing.
#[derive(Clone, Debug)]
struct Local {
    next: BTreeMap<Event, usize>,
    may_end: bool,
}

/// The orders of a diagram and the automata of its lifelines, as far as runs of a length need.
#[derive(Debug)]
pub struct Diagram {
    orders: Vec<Order>,
    /// The length of runs up to which all is known; without one, all is known.
    length: Option<usize>,
    /// The automaton of each lifeline.
    lifelines: Vec<Vec<Local>>,
}

/// A sequence of events.
pub type Run = Vec<Event>;

/// What is wrong with a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It is no prefix of a word.
    Leaves,
    /// It is a prefix of a word, but nothing completes it.
    DeadEnd,
}

/// The answer about a diagram.
#[derive(Clone, Debug)]
pub struct Answer {
    /// A shortest run that is no prefix of a word.
    pub leaving: Option<Run>,
    /// A shortest run that is one, and that nothing completes.
    pub dead_end: Option<Run>,
    /// The length of runs up to which a run that is no prefix of a word would have been found; without one, every
    /// such run and every dead end would have been.
    pub length: Option<usize>,
}

/// What a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The system has no such run: its step with this number is impossible.
    Impossible(usize),
    /// It is no prefix of a word from its step with this number on.
    Left(usize),
    /// It is a prefix of a word.
    Prefix,
    /// It is a word, and all messages have arrived.
    Word,
}

impl Diagram {
    /// The orders and automata for runs of so many events, or for all runs if there is no loop. Nothing if there are
    /// other things than messages from one lifeline to another, or too many orders.
    pub fn new(interaction: &Interaction, length: usize) -> Option<Self> {
        Self::with_orders(interaction, length, ORDERS)
    }

    /// As [`Diagram::new`], with at most so many orders.
    pub fn with_orders(interaction: &Interaction, length: usize, most: usize) -> Option<Self> {
        let orders: Vec<Order> =
            orders(interaction, interaction.root, length, most)?.into_keys().collect();
        let lifelines = (0..interaction.signature.lifelines().len())
            .map(|lifeline| automaton(&orders, lifeline))
            .collect();
        let length = has_loop(interaction, interaction.root).then_some(length);
        Some(Self { orders, length, lifelines })
    }

    /// The diagram with the greatest length up to `length` at which its orders can be listed.
    pub fn longest(interaction: &Interaction, length: usize, most: usize) -> Option<Self> {
        let mut best = None;
        for length in 1..=length {
            let Some(diagram) = Self::with_orders(interaction, length, most) else { break };
            let is_whole = diagram.length.is_none();
            best = Some(diagram);
            if is_whole {
                break;
            }
        }
        best
    }

    /// All orders, as far as runs need.
    pub fn orders(&self) -> &[Order] {
        &self.orders
    }

    /// The length of runs up to which all is known; without one, all is known.
    pub fn length(&self) -> Option<usize> {
        self.length
    }

    /// Whether all is known, as there is no loop.
    pub fn is_whole(&self) -> bool {
        self.length.is_none()
    }

    fn start(&self) -> Configuration {
        Configuration { locals: vec![0; self.lifelines.len()], channels: BTreeMap::new() }
    }

    /// What the lifelines can do next.
    fn enabled(&self, from: &Configuration) -> Vec<(Event, Configuration)> {
        let mut found = Vec::new();
        for (lifeline, states) in self.lifelines.iter().enumerate() {
            for (&event, &target) in &states[from.locals[lifeline]].next {
                let mut next = from.clone();
                next.locals[lifeline] = target;
                match event.direction {
                    Direction::Send => {
                        let channel = next.channels.entry((lifeline, event.peer)).or_default();
                        channel.push(event.message);
                    }
                    Direction::Receive => {
                        let key = (event.peer, lifeline);
                        let Some(channel) = next.channels.get_mut(&key) else { continue };
                        if channel[0] != event.message {
                            continue;
                        }
                        channel.remove(0);
                        if channel.is_empty() {
                            next.channels.remove(&key);
                        }
                    }
                }
                found.push((event, next));
            }
        }
        found
    }

    /// What a run is, if it is no longer than all is known for.
    pub fn standing(&self, run: &[Event]) -> Option<Standing> {
        if self.length.is_some_and(|length| run.len() > length) {
            return None;
        }
        let (mut here, mut places) = (self.start(), begun(&self.orders));
        let mut left = None;
        for (step, &event) in run.iter().enumerate() {
            let found = self.enabled(&here).into_iter().find(|(other, _)| *other == event);
            let Some((_, next)) = found else { return Some(Standing::Impossible(step)) };
            here = next;
            places = after(&self.orders, &places, event);
            if places.is_empty() && left.is_none() {
                left = Some(step);
            }
        }
        let is_whole = has_whole(&self.orders, &places) && here.channels.is_empty();
        let otherwise = if is_whole { Standing::Word } else { Standing::Prefix };
        Some(left.map_or(otherwise, Standing::Left))
    }

    /// Judges all runs, or those of the length that is known; nothing if there are more configurations than `most`.
    pub fn judged(&self, most: usize) -> Option<Answer> {
        self.judged_after(&[], most)
    }

    /// Judges the runs that begin with a given one, which is a prefix of a word.
    pub fn judged_after(&self, beginning: &[Event], most: usize) -> Option<Answer> {
        let (mut here, mut places) = (self.start(), begun(&self.orders));
        for &event in beginning {
            let enabled = self.enabled(&here);
            here = enabled.into_iter().find(|(other, _)| *other == event)?.1;
            places = after(&self.orders, &places, event);
        }
        let mut nodes = vec![Node::new(None, beginning.len())];
        let mut numbers = BTreeMap::from([((here.clone(), places.clone()), 0)]);
        let mut open = VecDeque::from([(0, here, places)]);
        let mut leaving = None;
        while let Some((number, here, places)) = open.pop_front() {
            let depth = nodes[number].depth;
            nodes[number].is_word = here.channels.is_empty() && has_whole(&self.orders, &places);
            if self.length.is_some_and(|length| depth >= length) {
                nodes[number].is_open = true;
                continue;
            }
            for (event, next) in self.enabled(&here) {
                let places = after(&self.orders, &places, event);
                if places.is_empty() {
                    if leaving.is_none() {
                        leaving = Some([run(&nodes, number), vec![event]].concat());
                    }
                    continue;
                }
                let fresh = nodes.len();
                let target = *numbers.entry((next.clone(), places.clone())).or_insert(fresh);
                if target == fresh {
                    nodes.push(Node::new(Some((number, event)), depth + 1));
                    open.push_back((target, next, places));
                }
                nodes[number].next.push(target);
            }
            if nodes.len() > most {
                return None;
            }
        }
        // Everything from which a word, or what is not known, can be reached.
        let mut is_fine: Vec<bool> =
            nodes.iter().map(|node| node.is_word || node.is_open).collect();
        loop {
            let before = is_fine.clone();
            for (number, node) in nodes.iter().enumerate().rev() {
                is_fine[number] |= node.next.iter().any(|&next| is_fine[next]);
            }
            if is_fine == before {
                break;
            }
        }
        let whole = |part: Vec<Event>| [beginning, &part[..]].concat();
        let dead_end = is_fine.iter().position(|&is_fine| !is_fine);
        Some(Answer {
            leaving: leaving.map(whole),
            dead_end: dead_end.map(|number| whole(run(&nodes, number))),
            length: self.length,
        })
    }

    /// A shortest continuation of a run to a word, with all messages received, within the length that is known.
    pub fn completion(&self, beginning: &[Event], most: usize) -> Option<Run> {
        let (mut here, mut places) = (self.start(), begun(&self.orders));
        for &event in beginning {
            let enabled = self.enabled(&here);
            here = enabled.into_iter().find(|(other, _)| *other == event)?.1;
            places = after(&self.orders, &places, event);
        }
        let mut known = BTreeSet::from([(here.clone(), places.clone())]);
        let mut open = VecDeque::from([(Run::new(), here, places)]);
        while let Some((run, here, places)) = open.pop_front() {
            if here.channels.is_empty() && has_whole(&self.orders, &places) {
                return Some(run);
            }
            let is_long = |length| beginning.len() + run.len() >= length;
            if known.len() > most || self.length.is_some_and(is_long) {
                continue;
            }
            for (event, next) in self.enabled(&here) {
                let places = after(&self.orders, &places, event);
                if !places.is_empty() && known.insert((next.clone(), places.clone())) {
                    open.push_back(([&run[..], &[event]].concat(), next, places));
                }
            }
        }
        None
    }

    /// Whether a lifeline can do these of its own events, one after the other, and whether it may end then.
    pub fn local(&self, lifeline: usize, events: &[Event]) -> Option<bool> {
        let states = &self.lifelines[lifeline];
        let end =
            events.iter().try_fold(0, |state: usize, event| states[state].next.get(event).copied());
        end.map(|end| states[end].may_end)
    }

    /// All sequences of events of a lifeline of at most so many, each with what may follow and whether it may end.
    pub fn local_words(&self, lifeline: usize, most: usize) -> Vec<(Run, Vec<Event>, bool)> {
        let states = &self.lifelines[lifeline];
        let mut found = Vec::new();
        let mut open = vec![(Run::new(), 0)];
        while let Some((run, state)) = open.pop() {
            let Local { next, may_end } = &states[state];
            found.push((run.clone(), next.keys().copied().collect(), *may_end));
            if run.len() < most {
                let longer = |(&event, &next)| ([&run[..], &[event]].concat(), next);
                open.extend(next.iter().map(longer));
            }
        }
        found
    }
}

#[derive(Clone, Debug)]
struct Node {
    from: Option<(usize, Event)>,
    depth: usize,
    next: Vec<usize>,
    /// Whether a run to it is a word, and all messages have arrived.
    is_word: bool,
    /// Whether it is not known what comes next.
    is_open: bool,
}

impl Node {
    fn new(from: Option<(usize, Event)>, depth: usize) -> Self {
        Self { from, depth, next: Vec::new(), is_word: false, is_open: false }
    }
}

fn run(nodes: &[Node], mut number: usize) -> Run {
    let mut run = Run::new();
    while let Some((before, event)) = nodes[number].from {
        run.push(event);
        number = before;
    }
    run.reverse();
    run
}

fn has_loop(interaction: &Interaction, id: ExpressionId) -> bool {
    let part = &interaction.parts[id];
    matches!(part, Expression::Loop(..))
        || part.operands().iter().any(|&operand| has_loop(interaction, operand))
}

/// The deterministic automaton of what a lifeline does in all orders, by the sets of places that its events fit.
fn automaton(orders: &[Order], lifeline: usize) -> Vec<Local> {
    let orders: BTreeSet<Order> = orders.iter().map(|order| order.restricted(lifeline)).collect();
    let orders: Vec<Order> = orders.into_iter().collect();
    let labels: BTreeSet<Event> =
        orders.iter().flat_map(|order| order.events.iter().copied()).collect();
    let mut all = vec![begun(&orders)];
    let mut numbers = BTreeMap::from([(all[0].clone(), 0)]);
    let mut states = Vec::new();
    while states.len() < all.len() {
        let here = all[states.len()].clone();
        let mut next = BTreeMap::new();
        for &label in &labels {
            let target = after(&orders, &here, label);
            if !target.is_empty() {
                let fresh = all.len();
                let number = *numbers.entry(target.clone()).or_insert(fresh);
                if number == fresh {
                    all.push(target);
                }
                next.insert(label, number);
            }
        }
        states.push(Local { next, may_end: has_whole(&orders, &here) });
    }
    states
}
