//! The public corpus of labelled choreographies, where it is at hand: the verdicts of a reference checker.

use std::fs;

use crate::scm_corpus::corpora;
use scm_check::check::realisability::{Outcome, Question, check};
use scm_check::kernel::base::Control;
use scm_check::kernel::source::Source;
use scm_check::language::choreography::{Format, read};
use scm_check::model::cfsm::ChannelKind;
use scm_check::model::choreography::{Architecture, ChannelChoice, Choreography};

/// The columns of the index, with what they ask.
const COLUMNS: [(&str, Question, Architecture, Option<ChannelKind>); 5] = [
    ("realisable_p2p", Question::Realisable, Architecture::PeerToPeer, None),
    ("causal_mailbox", Question::Realisable, Architecture::Mailbox, None),
    ("strict_p2p", Question::WellFormed, Architecture::PeerToPeer, None),
    ("strict_mailbox", Question::WellFormed, Architecture::Mailbox, None),
    ("strict_p2p_bag", Question::WellFormed, Architecture::PeerToPeer, Some(ChannelKind::Bag)),
];

fn answer(
    text: &str,
    question: Question,
    architecture: Architecture,
    kind: Option<ChannelKind>,
) -> &'static str {
    let reading = read(&Source::new("model", text.to_owned()), Format::Automaton);
    let Some(model) = reading.model else { return "refused" };
    let choice = ChannelChoice { architecture: Some(architecture), kind };
    let automaton = model.description.resolved(choice);
    let Some(choreography) = Choreography::new(&automaton, 10_000) else { return "large" };
    let Some(system) = choreography.implementation(10_000) else { return "True" };
    match check(&choreography, &system, question, &Control::unlimited()).outcome {
        Outcome::Holds(_) => "True",
        Outcome::Violated(_) => "False",
        Outcome::Unknown(_) | Outcome::Undecided => "open",
    }
}

#[test]
fn the_verdicts_of_the_corpus() {
    let Some(corpora) = corpora() else { return };
    let corpus = corpora.join("choreographies");
    let index = fs::read_to_string(corpus.join("index.tsv")).unwrap();
    let mut lines = index.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let column = |name: &str| head.iter().position(|one| *one == name).unwrap();
    let (mut agreed, mut open) = (0, Vec::new());
    for line in lines {
        let path = corpus.join(line[column("file")]).with_extension("ca");
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for (name, question, architecture, kind) in COLUMNS {
            let expected = line[column(name)];
            if expected != "True" && expected != "False" {
                continue;
            }
            let found = answer(&text, question, architecture, kind);
            if found == "open" {
                open.push(format!("{} {name}: {expected}", path.display()));
            } else {
                assert_eq!(found, expected, "{} {name}", path.display());
                agreed += 1;
            }
        }
    }
    println!("{agreed} agree, {} open: {open:#?}", open.len());
    assert!(agreed > 900 && open.len() < 20, "{agreed} agree, {open:#?}");
}
