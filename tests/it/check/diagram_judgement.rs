//! Whether lifelines that are on their own do what their diagram says, and nothing else.

use crate::support::cases::seeds;
use crate::support::random_diagrams::{Names, Parts, diagram, reduced, text};
use oracle::diagrams::{Answer, Diagram, Event, Fault, Standing};
use scm_check::kernel::base::{Control, Random};
use scm_check::kernel::source::Source;
use scm_check::language::interaction::{DiagramOptions, read, read_mermaid};
use scm_check::model::cfsm::ChannelKind;
use scm_check::model::choreography::Architecture;
use scm_check::model::interaction::Interaction;

/// The longest runs that the oracle looks at where there are loops.
const LENGTH: usize = 8;

/// The most orders of a diagram, and the most configurations.
const ORDERS: usize = 120;
const CONFIGURATIONS: usize = 1_500;

/// The interaction of a term.
fn term(text: &str) -> Interaction {
    let names = "@message{ m; n; x; y; z; start } @lifeline{ a; b; c; d }\n";
    let reading = read(&Source::new("own.hif", format!("{names}{text}")), None);
    reading.model.unwrap_or_else(|| panic!("{text}: {:?}", reading.diagnostics)).interaction
}

/// The interaction of a Mermaid diagram.
fn mermaid(lines: &str) -> Interaction {
    let source = Source::new("own.mmd", format!("sequenceDiagram\n{lines}\n"));
    let reading = read_mermaid(&source, DiagramOptions::default());
    reading.model.unwrap_or_else(|| panic!("{lines}: {:?}", reading.diagnostics)).interaction
}

/// What the oracle says of a diagram.
fn judged(interaction: &Interaction) -> Answer {
    let diagram = Diagram::longest(interaction, LENGTH, ORDERS).unwrap();
    diagram.judged(100_000).unwrap()
}

fn shown(run: &[Event], interaction: &Interaction) -> String {
    run.iter().map(|event| event.text(interaction)).collect::<Vec<_>>().join(" ")
}

/// The kind and the length of the shortest fault, or nothing and the length of the runs that were looked at.
fn answer(interaction: &Interaction) -> (Option<(Fault, String)>, Option<usize>) {
    let answer = judged(interaction);
    let leaving = answer.leaving.map(|run| (Fault::Leaves, run));
    let found = leaving.or_else(|| answer.dead_end.map(|run| (Fault::DeadEnd, run)));
    (found.map(|(fault, run)| (fault, shown(&run, interaction))), answer.length)
}

#[test]
fn the_oracle_knows_what_diagrams_mean() {
    let holds = |interaction: &Interaction, length| {
        assert_eq!(answer(interaction), (None, length), "{}", text(interaction));
    };
    let violated = |interaction: &Interaction, fault, run: &str| {
        let found = answer(interaction).0;
        assert_eq!(found, Some((fault, run.to_owned())), "{}", text(interaction));
    };
    holds(&term("o"), None);
    holds(&term("seq(a--m->b,b--n->c)"), None);
    // Crossing that the diagram draws is fine.
    holds(&term("par(a--x->b,b--y->a)"), None);
    holds(&term("par(seq(a--x->b,b--y->a),seq(a--m->b,b--n->a))"), None);
    holds(&term("loopW(seq(a--x->b,b--y->a))"), Some(LENGTH));
    // One branch is chosen by two lifelines.
    violated(&term("alt(a--x->b,c--y->d)"), Fault::Leaves, "a>b!x c>d!y");
    let started = "seq(a--start->b,loopW(alt(a--x->b,b--y->a)))";
    violated(&term(started), Fault::Leaves, "a>b!start a>b!x a>b?start b>a!y");
    // The order of messages of one channel is kept, though the diagram lets them cross.
    violated(&term("coreg(a)(a--x->b,a--y->b)"), Fault::DeadEnd, "a>b!y");
    holds(&term("coreg(a,b)(a--x->b,a--y->b)"), None);
    // Events of the same label may be any of those drawn.
    holds(&term("par(a--m->b,a--m->b,b--m->a)"), None);
    // What is not told whether more comes.
    violated(&term("seq(a--x->b,opt(b--y->c),a--z->c)"), Fault::Leaves, "");
    // Order between lifelines that only `strict` draws is no fault.
    holds(&term("strict(a--x->b,c--y->d)"), None);
    holds(&term("loopS(seq(a--x->b,c--y->d))"), Some(LENGTH));
    // The order of events on a lifeline may come by way of another.
    holds(&term("coreg(a,c)(a--x->b,b--y->c)"), None);
    holds(&mermaid("A<<->>B: data"), None);
    holds(&mermaid("par\nA->>B: req1\nB-->>A: res1\nand\nA->>B: req2\nB-->>A: res2\nend"), None);
    let cache = "C->>S: ask\nalt hit\nS-->>C: ok\nelse miss\nS->>D: query\nD-->>S: rows\nS-->>C: ok\nend";
    holds(&mermaid(cache), None);
    let given_up = "C->>S: ask\nalt answered\nS-->>C: page\nelse late\nC->>S: again\nS-->>C: page\nend";
    violated(&mermaid(given_up), Fault::Leaves, "");
}
