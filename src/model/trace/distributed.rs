//! Distributed alphabets: letters that are seen at locations.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{Letter, LetterId, Letters, LifelineId, Signature};
use kernel::base::{Id as _, IndexVec, typed_id};

typed_id! {
    /// A location: a place with one clock, whose events are observed in their order.
    pub struct LocationId;
}
typed_id! {
    /// A local letter: the part of a letter that one location sees.
    ///
    /// Each location numbers its local letters separately; the number after the last one represents any text
    /// that is no local letter there.
    pub struct LocalLetterId;
}

/// A location of a [`DistributedAlphabet`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    members: Vec<String>,
    letters: Vec<String>,
    ids: FxHashMap<String, LocalLetterId>,
}

impl Location {
    /// Returns the names of the location's lifelines, or its number if it only has a number.
    pub fn members(&self) -> &[String] {
        &self.members
    }

    /// Returns the name of the location: those of its members between commas.
    pub fn name(&self) -> String {
        self.members.join(",")
    }

    /// Returns the local letters as text, in order.
    pub fn letters(&self) -> &[String] {
        &self.letters
    }

    /// Returns the local letter with the text `text`; [`unknown`](Self::unknown) if there is none.
    pub fn local_letter(&self, text: &str) -> LocalLetterId {
        self.ids.get(text).copied().unwrap_or_else(|| self.unknown())
    }

    /// Returns the id for texts that are no local letter here.
    #[inline]
    pub fn unknown(&self) -> LocalLetterId {
        LocalLetterId::from_index(self.letters.len())
    }

    /// Returns the text of a local letter; `None` for the unknown one.
    pub fn text(&self, letter: LocalLetterId) -> Option<&str> {
        self.letters.get(letter.index()).map(String::as_str)
    }
}

/// An alphabet whose letters are seen at locations: each at one of them or at several, as a local letter of
/// the location.
///
/// The projection of a word on a location is the sequence of the local letters that the location sees. A
/// letter that several locations see happens at all of them at once.
///
/// Source: \[RVA\] section 2.1, where each letter has one location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DistributedAlphabet {
    locations: IndexVec<LocationId, Location>,
    texts: IndexVec<LetterId, String>,
    /// The local letters of each letter, by location.
    parts: IndexVec<LetterId, Vec<(LocationId, LocalLetterId)>>,
}

/// Why letters cannot form a distributed alphabet.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misplaced {
    /// No location sees this letter.
    #[error("no location sees `{0}`")]
    Unseen(String),
    /// This letter or lifeline is in two locations.
    #[error("`{0}` is of two locations")]
    Twice(String),
}

impl DistributedAlphabet {
    /// Returns the alphabet of letters, each with the texts that locations see of it. A location is given by
    /// its members. The locations of a letter are different, and there is at least one.
    fn new(
        locations: Vec<Vec<String>>,
        letters: impl IntoIterator<Item = (String, Vec<(usize, String)>)>,
    ) -> Self {
        let (mut texts, mut seen) = (IndexVec::new(), IndexVec::<LetterId, _>::new());
        let mut local: Vec<Vec<String>> = vec![Vec::new(); locations.len()];
        for (text, parts) in letters {
            for (location, part) in &parts {
                local[*location].push(part.clone());
            }
            texts.push(text);
            seen.push(parts);
        }
        let locations: IndexVec<LocationId, Location> = locations
            .into_iter()
            .zip(local)
            .map(|(members, mut letters)| {
                letters.sort_unstable();
                letters.dedup();
                let numbers = letters.iter().enumerate();
                let ids = numbers.map(|(id, text)| (text.clone(), LocalLetterId::from_index(id)));
                Location { members, ids: ids.collect(), letters }
            })
            .collect();
        let part = |(location, text): &(usize, String)| {
            let location = LocationId::from_index(*location);
            (location, locations[location].local_letter(text))
        };
        let parts = seen.iter().map(|parts| parts.iter().map(part).collect()).collect();
        Self { locations, texts, parts }
    }

    /// Returns the alphabet of the letters of lifelines, some of which share a location. Each lifeline in no
    /// location gets a location of its own, after the others and in the order of the signature.
    ///
    /// The local letter of a location consists of the actions there, written as [`Letter::text`] writes them.
    ///
    /// # Errors
    /// If a lifeline is in two locations.
    pub fn of_letters(
        letters: &Letters,
        signature: &Signature,
        locations: &[Vec<LifelineId>],
    ) -> Result<Self, Misplaced> {
        let mut place: IndexVec<LifelineId, Option<usize>> =
            IndexVec::filled(None, signature.lifelines().len());
        let name = |lifeline: LifelineId| signature.lifelines()[lifeline].clone();
        for (location, lifelines) in locations.iter().enumerate() {
            for &lifeline in lifelines {
                if place[lifeline].replace(location).is_some_and(|before| before != location) {
                    return Err(Misplaced::Twice(name(lifeline)));
                }
            }
        }
        let mut members: Vec<Vec<String>> = locations
            .iter()
            .map(|lifelines| lifelines.iter().map(|&lifeline| name(lifeline)).collect())
            .collect();
        for lifeline in signature.lifelines().ids() {
            if place[lifeline].is_none() {
                place[lifeline] = Some(members.len());
                members.push(vec![name(lifeline)]);
            }
        }
        let seen = letters.all().iter().map(|letter| {
            let mut parts: BTreeMap<usize, Vec<_>> = BTreeMap::new();
            for &action in letter.actions() {
                let location = place[action.lifeline].expect("each lifeline has a location");
                parts.entry(location).or_default().push(action);
            }
            let text = |actions| Letter::new(actions).expect("it has actions").text(signature);
            let parts = parts.into_iter().map(|(location, actions)| (location, text(actions)));
            (letter.text(signature), parts.collect())
        });
        Ok(Self::new(members, seen))
    }

    /// Returns the alphabet of plain letters, each of which is seen unchanged by one location. The names of
    /// the locations are numbers from 1.
    ///
    /// # Errors
    /// If no location sees a letter, or several do.
    pub fn of_names<'a>(
        letters: impl IntoIterator<Item = &'a str>,
        locations: &[Vec<String>],
    ) -> Result<Self, Misplaced> {
        let mut place: FxHashMap<&str, usize> = FxHashMap::default();
        for (location, names) in locations.iter().enumerate() {
            for name in names {
                if place.insert(name, location).is_some_and(|before| before != location) {
                    return Err(Misplaced::Twice(name.clone()));
                }
            }
        }
        let mut seen = Vec::new();
        for letter in letters {
            let location = place.get(letter).ok_or_else(|| Misplaced::Unseen(letter.to_owned()))?;
            seen.push((letter.to_owned(), vec![(*location, letter.to_owned())]));
        }
        let members = (1..=locations.len()).map(|number| vec![number.to_string()]).collect();
        Ok(Self::new(members, seen))
    }

    /// Returns the locations.
    pub fn locations(&self) -> &IndexVec<LocationId, Location> {
        &self.locations
    }

    /// Returns the letters as text.
    pub fn letters(&self) -> &IndexVec<LetterId, String> {
        &self.texts
    }

    /// Returns the locations that see a letter, in order, each with the local letter.
    #[inline]
    pub fn parts(&self, letter: LetterId) -> &[(LocationId, LocalLetterId)] {
        &self.parts[letter]
    }
}
