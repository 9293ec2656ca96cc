//! Evidence about models whose names the languages of the checker, or the files of evidence, give a meaning.

use std::collections::BTreeSet;

use scm_check::internals::driver::choreography::{ChoreographySession, asked};
use scm_check::internals::driver::{Confirmation, load};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::language::choreography::{Format, read};
use scm_check::internals::model::choreography::ChannelChoice;
use serde_json::Value;

use crate::support::effort::{required, sampled};
use crate::support::sessions::{CROSSING, Called, ENGINES, STREAM, UNREAD, confirmations};

/// A choreography of which the projections go wrong: `C` is not told what was chosen, and `u` and `v` may cross.
const UNTOLD: &str = "buffer c bag
1 -A->B:u via c- 2
2 -C->B:v via d- 3
1 -A->B:x via c- 4
4 -C->B:y via d- 3
";

/// Words of the files that the checker reads, of SCM and of choreography automata, and names that these cannot write.
const WORDS: &str = "scm nb_channels parameters int real bool clock lossy automaton initial state to when if \
    then sync do true false bad_states with in and or not expect bag_buffers name arch kind buffer init final via \
    p2p mailbox onebuf free as written p0 p1 m0 m1 c0 c1 n0 n1 x_to to_1 0 1 0:a 1!0:a +0 *0 @0 0/1 a.b a-b a_b \
    -> -A->B:x- a>b @ # é ) stuck(p) \" \\ {} _";

/// Returns all words that files of evidence may have, and those of the languages.
fn names() -> Vec<String> {
    fn collect(value: &Value, names: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) => {
                for (key, field) in fields {
                    names.insert(key.clone());
                    collect(field, names);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
            Value::String(text) if text.len() < 30 => {
                names.insert(text.clone());
            }
            _ => {}
        }
    }
    let mut names: BTreeSet<String> = WORDS.split_whitespace().map(str::to_owned).collect();
    names.extend(["as written".to_owned(), "a b".to_owned(), String::new()]);
    for schema in [
        include_str!("../../../src/cli/schema/witness.json"),
        include_str!("../../../src/cli/schema/certificate.json"),
        include_str!("../../../src/cli/schema/report.json"),
    ] {
        collect(&serde_json::from_str(schema).unwrap(), &mut names);
    }
    assert!(["initial", "to", "steps", "items"].iter().all(|name| names.contains(*name)));
    names.into_iter().collect()
}

/// Returns the words for confirmations.
fn words(all: &[(String, Option<Confirmation>)]) -> Vec<&'static str> {
    all.iter().map(|(_, one)| one.as_ref().map_or("", Confirmation::word)).collect()
}

#[test]
fn evidence_about_systems_is_confirmed_whatever_the_names() {
    let (names, mut counts) = (names(), [0, 0]);
    for text in [STREAM, UNREAD, CROSSING] {
        for (place, engine) in ENGINES.into_iter().enumerate() {
            let plain = confirmations(&Called::default(), text, None, engine);
            let expected = words(&plain);
            counts[0] += expected.iter().filter(|word| **word == "confirmed").count();
            assert!(!expected.contains(&"rejected"), "{plain:?}");
            if text == UNREAD {
                // That nobody empties the channel is concluded from the certificate that the system is RSC.
                let deadlock = ("deadlock".to_owned(), Some(Confirmation::Confirmed));
                assert!(plain.contains(&deadlock), "{plain:?}");
            }
            // Names are given to all engines in the same way.
            let step = if place == 0 { 1 } else { 12 };
            for pair in sampled(names.chunks_exact(2)).step_by(step) {
                let found = confirmations(&Called::default(), text, Some(pair), engine);
                assert_eq!(words(&found), expected, "{pair:?} {engine:?} {text}: {found:?}");
                counts[1] += 1;
            }
        }
    }
    assert!(counts[0] > 60 && counts[1] > required(200), "{counts:?}");
}

#[test]
fn evidence_about_choreographies_is_confirmed_whatever_the_names() {
    let said = |names: Option<&[String]>| {
        let read = |source: &_| read(source, Format::Automaton);
        let (loaded, model) = load("m.ca".to_owned(), Ok(UNTOLD.into()), read);
        let mut model = model.expect("the text is a model");
        if let Some(names) = names {
            let description = &mut model.description;
            let cycle = || names.iter().cycle();
            let own = |all: &mut String, name: &String| all.clone_from(name);
            description.participants.iter_mut().zip(cycle()).for_each(|(one, name)| own(one, name));
            description.messages.iter_mut().zip(cycle()).for_each(|(one, name)| own(one, name));
            description
                .buffers
                .iter_mut()
                .zip(cycle())
                .for_each(|(one, name)| own(&mut one.name, name));
            description.states.iter_mut().zip(cycle()).for_each(|(one, name)| own(one, name));
        }
        let (control, checker) = (Control::unlimited(), Called::default());
        let mut session =
            ChoreographySession::new(&control, Some(&checker), (&loaded, &model), None);
        let asked = [
            "realisable",
            "well-formed",
            "deadlock",
            "strong-progress(sent)",
            "strong-progress(expected)",
        ]
        .map(|name| asked(&model, name, ChannelChoice::default()));
        let answers = asked.iter().map(|task| session.answer(task));
        let said = answers
            .map(|answer| (answer.subject.property.unwrap_or_default(), answer.confirmation));
        said.collect::<Vec<_>>()
    };
    let plain = said(None);
    let expected = words(&plain);
    assert!(expected.iter().filter(|word| **word == "confirmed").count() >= 3, "{plain:?}");
    for four in names().chunks_exact(4) {
        let found = said(Some(four));
        assert_eq!(words(&found), expected, "{four:?}: {found:?}");
    }
}
