//! Orders of events that their times leave open.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::time::Time;
use kernel::base::Id as _;
use model::trace::{LocalLetterId, LocationId};

/// An event of a location, for the question which others come before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TimedEvent {
    pub(super) letter: LocalLetterId,
    /// The time; `None` if nobody set it.
    pub(super) time: Option<Time>,
    /// The span of the event, 0 without one: the events of a span have an order, whatever their times.
    pub(super) span: u64,
}

/// Consecutive events of a trace of which times do not say the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tie {
    pub(super) location: LocationId,
    /// The position of the first event in the trace.
    start: usize,
    events: Vec<TimedEvent>,
}

/// The orders of a part of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PartOrders {
    location: LocationId,
    range: Range<usize>,
    /// The letters in each order, at first as in the log.
    letters: Vec<Vec<LocalLetterId>>,
}

/// The orders of the events of a session that their times allow, as multitraces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Orders {
    parts: Vec<PartOrders>,
}

/// Returns the ties of a trace, whose events are sorted by time, those without one first.
///
/// # Complexity
/// Linear in the trace.
pub(super) fn ties(location: LocationId, events: &[TimedEvent]) -> impl Iterator<Item = Tie> {
    // An event without a time may come anywhere.
    let is_set = events.iter().all(|event| event.time.is_some());
    let runs = events.chunk_by(move |one, next| !is_set || one.time == next.time);
    let mut end = 0;
    runs.filter_map(move |run| {
        let start = end;
        end += run.len();
        let [first, others @ ..] = run else { return None };
        let has_letters = others.iter().any(|event| event.letter != first.letter);
        let is_span = first.span != 0 && first.time.is_some();
        let is_chain = is_span && others.iter().all(|event| event.span == first.span);
        let is_tie = has_letters && !(is_chain && is_set);
        is_tie.then(|| Tie { location, start, events: run.to_vec() })
    })
}

impl Orders {
    /// Returns the orders that ties leave open; `None` if there are more than `most`, or too many to be counted.
    ///
    /// # Complexity
    /// Linear in `most` times the number of tied events, for each order.
    pub(super) fn new<'t>(ties: impl Iterator<Item = &'t Tie>, most: usize) -> Option<Self> {
        let (mut parts, mut count) = (Vec::new(), 1_usize);
        for tie in ties {
            let letters = Search::new(&tie.events, most).all()?;
            count = count.checked_mul(letters.len()).filter(|&count| count <= most)?;
            let range = tie.start..tie.start + tie.events.len();
            parts.push(PartOrders { location: tie.location, range, letters });
        }
        Some(Self { parts })
    }

    /// Returns the number of orders.
    pub fn count(&self) -> usize {
        self.parts.iter().map(|part| part.letters.len()).product()
    }

    /// Puts the events of the session into the order with a number; 0 is the order of the log.
    ///
    /// # Complexity
    /// Linear in the number of tied events.
    pub fn apply(&self, mut number: usize, traces: &mut [Vec<LocalLetterId>]) {
        for part in &self.parts {
            let letters = &part.letters[number % part.letters.len()];
            number /= part.letters.len();
            traces[part.location.index()][part.range.clone()].copy_from_slice(letters);
        }
    }
}

/// The search for all orders of the events of a tie.
struct Search<'t> {
    events: &'t [TimedEvent],
    /// The events of each span with set times, and each other event alone.
    chains: Vec<Vec<usize>>,
    /// The number of events of each chain that stand in the order that is being built.
    done: Vec<usize>,
    order: Vec<LocalLetterId>,
    found: Vec<Vec<LocalLetterId>>,
    seen: FxHashSet<Vec<LocalLetterId>>,
    most: usize,
    /// Number of looks at chains after which the search is given up: many orders may be found again and again.
    left: usize,
}

/// There are too many orders.
struct TooMany;

impl<'t> Search<'t> {
    fn new(events: &'t [TimedEvent], most: usize) -> Self {
        /// Number of looks at chains for each order that is wanted.
        const LOOKS: usize = 20_000;
        let mut of_span: FxHashMap<u64, usize> = FxHashMap::default();
        let mut chains: Vec<Vec<usize>> = Vec::new();
        for (at, event) in events.iter().enumerate() {
            let span = Some(event.span).filter(|&span| span != 0 && event.time.is_some());
            let new = chains.len();
            let chain = span.map_or(new, |span| *of_span.entry(span).or_insert(new));
            if chain == new {
                chains.push(Vec::new());
            }
            chains[chain].push(at);
        }
        Self {
            events,
            done: vec![0; chains.len()],
            chains,
            order: Vec::new(),
            found: Vec::new(),
            seen: FxHashSet::default(),
            most,
            left: most.saturating_mul(LOOKS),
        }
    }

    /// Returns all orders, each once, that of the log first.
    fn all(mut self) -> Option<Vec<Vec<LocalLetterId>>> {
        // So long a tie has more orders than are wanted, but for rare ones.
        if self.events.len() > self.most {
            return None;
        }
        self.extend().ok().map(|()| self.found)
    }

    /// Adds each event that may come next to the order, in turn, and goes on.
    fn extend(&mut self) -> Result<(), TooMany> {
        if self.order.len() == self.events.len() {
            if self.seen.insert(self.order.clone()) {
                self.found.push(self.order.clone());
            }
            return if self.found.len() > self.most { Err(TooMany) } else { Ok(()) };
        }
        self.left = self.left.checked_sub(self.chains.len()).ok_or(TooMany)?;
        let heads = (0..self.chains.len()).filter_map(|chain| self.rest(chain).first());
        let earliest = heads.filter_map(|&at| self.events[at].time).min();
        let mut next: Vec<usize> = Vec::new();
        for chain in 0..self.chains.len() {
            let Some(&head) = self.rest(chain).first() else { continue };
            let time = self.events[head].time;
            let is_first = time.is_none() || time == earliest;
            // Of chains that go on alike one is enough.
            if is_first && !next.iter().any(|&other| self.go_on_alike(other, chain)) {
                next.push(chain);
            }
        }
        next.sort_unstable_by_key(|&chain| self.rest(chain)[0]);
        for chain in next {
            self.order.push(self.events[self.rest(chain)[0]].letter);
            self.done[chain] += 1;
            self.extend()?;
            self.done[chain] -= 1;
            self.order.pop();
        }
        Ok(())
    }

    /// Returns the events of a chain that do not stand in the order.
    fn rest(&self, chain: usize) -> &[usize] {
        &self.chains[chain][self.done[chain]..]
    }

    fn go_on_alike(&self, one: usize, other: usize) -> bool {
        let steps = |chain| {
            let events = self.rest(chain).iter().map(|&at| &self.events[at]);
            events.map(|event| (event.time, event.letter))
        };
        steps(one).eq(steps(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the orders of events `letter time span`, where time `-` is not set.
    fn orders(text: &str, most: usize) -> Option<Vec<String>> {
        let event = |word: &str| {
            let mut signs = word.chars();
            let letter = u32::from(signs.next().unwrap()) - u32::from('a');
            let time = signs.next().unwrap().to_digit(10).map(|time| Time(time.into()));
            let span = signs.next().map_or(0, |span| span.to_digit(10).unwrap().into());
            TimedEvent { letter: LocalLetterId::from_index(letter as usize), time, span }
        };
        let events: Vec<TimedEvent> = text.split_whitespace().map(event).collect();
        let location = LocationId::from_index(0);
        let ties: Vec<Tie> = ties(location, &events).collect();
        let orders = Orders::new(ties.iter(), most)?;
        let written: Vec<LocalLetterId> = events.iter().map(|event| event.letter).collect();
        let name = |letter: &LocalLetterId| char::from(b"abcd"[letter.index()]);
        let all: Vec<String> = (0..orders.count())
            .map(|number| {
                let mut traces = vec![written.clone()];
                orders.apply(number, &mut traces);
                traces[0].iter().map(name).collect()
            })
            .collect();
        let written: String = written.iter().map(name).collect();
        assert_eq!(all.first(), Some(&written), "{text}");
        Some(all)
    }

    #[test]
    fn orders_are_those_that_times_and_spans_allow() {
        for (text, expected) in [
            ("a1 b2", &["ab"][..]),
            ("a1 a1", &["aa"]),
            ("a1 b1", &["ab", "ba"]),
            ("a1 b1 c2 d2", &["abcd", "bacd", "abdc", "badc"]),
            // The events of a span keep their order.
            ("a17 b17", &["ab"]),
            ("a17 c18 b17", &["acb", "abc", "cab"]),
            ("a17 b17 a18 b18", &["abab", "aabb"]),
            ("a17 a18 b17", &["aab", "aba"]),
            // What has no time comes anywhere.
            ("c- a1 b2", &["cab", "acb", "abc"]),
            ("c-7 a17 b27", &["cab", "acb", "abc"]),
        ] {
            let mut found = orders(text, 10).unwrap();
            found[1..].sort_unstable();
            let mut expected: Vec<String> = expected.iter().map(|one| (*one).to_owned()).collect();
            expected[1..].sort_unstable();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn too_many_orders_are_none() {
        assert_eq!(orders("a1 b1 c1", 6).map(|found| found.len()), Some(6));
        assert_eq!(orders("a1 b1 c1", 5), None);
        assert_eq!(orders("a1 b1 c2 d2", 3), None);
        let many = "a1 ".repeat(300) + "b1";
        assert_eq!(orders(&many, 1_000).map(|found| found.len()), Some(301));
        let alike = "a11 b11 a12 b12 a13 b13 a14 b14 a15 b15 a16 b16 a17 b17 a18 b18 a19 b19";
        assert_eq!(orders(alike, 1_000), None);
    }
}
