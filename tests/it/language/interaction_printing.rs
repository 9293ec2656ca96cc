//! Interactions as text, and texts in the standard layout.

use scm_check::internals::kernel::base::{IndexVec, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::{
    changed_names, format, print, read, read_signature,
};
use scm_check::internals::model::cfsm::Direction;
use scm_check::internals::model::interaction::{
    Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition, Target,
};
use scm_check::internals::model::trace::{Action, LifelineId, Signature, SignatureMessageId};

use crate::support::corpora::{interaction_files, signatures_beside, source};

/// Returns a random interaction over a few names, whose parts are in the order of the text.
pub(crate) fn random_interaction(random: &mut Random) -> Interaction {
    let mut signature = Signature::new();
    for number in 0..random.between(1, 4) {
        signature.add_lifeline(&format!("lifeline_{number}"));
    }
    for number in 0..random.between(1, 4) {
        signature.add_message(["seq", "o", "m", "\u{fc}ber"][number]);
    }
    for number in 0..random.below(3) {
        signature.add_gate(&format!("gate{number}"));
    }
    let mut growing = Growing { parts: IndexVec::new(), signature, random };
    let size = growing.random.between(1, 30);
    let root = growing.part(size);
    let Growing { parts, signature, .. } = growing;
    Interaction { signature, parts, root }
}

/// Returns a random interaction as diagrams have: what a lifeline does with itself is an internal step.
pub(crate) fn random_diagram(random: &mut Random) -> Interaction {
    let mut interaction = random_interaction(random);
    for part in interaction.parts.ids() {
        let Expression::Passing(passing) = &mut interaction.parts[part] else { continue };
        let Origin::Lifeline(lifeline) = passing.origin else { continue };
        if passing.targets.contains(&Target::Lifeline(lifeline)) {
            let name = interaction.signature.messages()[passing.message].clone();
            passing.message = interaction.signature.add_internal(&name);
            passing.targets.clear();
            passing.synchronous = false;
        }
    }
    interaction
}

struct Growing<'r> {
    parts: IndexVec<ExpressionId, Expression>,
    signature: Signature,
    random: &'r mut Random,
}

impl Growing<'_> {
    fn part(&mut self, size: usize) -> ExpressionId {
        let expression = if size <= 1 {
            if self.random.percent(15) { Expression::Empty } else { self.passing() }
        } else if self.random.percent(25) {
            let operand = self.part(size - 1);
            match self.random.below(5) {
                0 => Expression::Optional(operand),
                number => Expression::Loop(
                    [Repetition::Strict, Repetition::Head, Repetition::Weak, Repetition::Parallel]
                        [number - 1],
                    operand,
                ),
            }
        } else {
            let operator = self.operator();
            let number = self.random.between(2, 4);
            let operands = (0..number).map(|_| self.part(size / number)).collect();
            Expression::Compound(operator, operands)
        };
        self.parts.push(expression)
    }

    fn lifeline(&mut self) -> LifelineId {
        let all: Vec<_> = self.signature.lifelines().ids().collect();
        self.random.choose(&all).unwrap()
    }

    fn message(&mut self) -> SignatureMessageId {
        let all: Vec<_> = self.signature.messages().ids().collect();
        self.random.choose(&all).unwrap()
    }

    fn passing(&mut self) -> Expression {
        let gates: Vec<_> = self.signature.gates().ids().collect();
        let gate = self.random.choose(&gates);
        let origin = match (self.random.below(4), gate) {
            (0, _) => Origin::Environment,
            (1, Some(gate)) => Origin::Gate(gate),
            _ => Origin::Lifeline(self.lifeline()),
        };
        let synchronous = self.random.percent(30);
        let mut targets = Vec::new();
        for _ in 0..self.random.below(4) {
            let lifeline = self.lifeline();
            let again = targets.contains(&Target::Lifeline(lifeline))
                || origin == Origin::Lifeline(lifeline);
            if !(synchronous && again) {
                targets.push(Target::Lifeline(lifeline));
            }
        }
        if let (Some(gate), true) = (gate, self.random.percent(20)) {
            targets.push(Target::Gate(gate));
        }
        let receives = targets.iter().any(|target| matches!(target, Target::Lifeline(_)));
        let origin = if receives { origin } else { Origin::Lifeline(self.lifeline()) };
        Expression::Passing(Passing { origin, synchronous, message: self.message(), targets })
    }

    fn operator(&mut self) -> Operator {
        match self.random.below(6) {
            0 => Operator::Strict,
            1 => Operator::Seq,
            2 => Operator::Par,
            3 => Operator::Alt,
            4 => {
                let mut lifelines: Vec<_> =
                    (0..self.random.between(1, 3)).map(|_| self.lifeline()).collect();
                lifelines.sort_unstable();
                lifelines.dedup();
                Operator::Coreg(lifelines)
            }
            _ => {
                let mut actions: Vec<_> = (0..self.random.between(1, 3))
                    .map(|_| {
                        let receives = self.random.percent(50);
                        let direction = if receives { Direction::Receive } else { Direction::Send };
                        Action { lifeline: self.lifeline(), direction, message: self.message() }
                    })
                    .collect();
                actions.sort_unstable();
                actions.dedup();
                Operator::Sync(actions)
            }
        }
    }
}

/// Reads what was printed.
fn read_back(signature: &str, term: &str) -> Interaction {
    let names = match signature {
        "" => Signature::new(),
        text => read_signature(&Source::new("p.hsf", text)).model.expect(text),
    };
    let reading = read(&Source::new("p.hif", term), Some(&names));
    reading.model.unwrap_or_else(|| panic!("{term}: {:?}", reading.diagnostics)).interaction
}

fn formatted(text: &str) -> String {
    format(&Source::new("t.hif", text)).unwrap_or_else(|found| panic!("{text}: {found:?}"))
}

#[test]
fn what_is_printed_reads_as_the_same_interaction() {
    let mut random = Random::new(11);
    let mut wide = 0;
    for _ in 0..3_000 {
        let interaction = random_interaction(&mut random);
        let (signature, term) = print(&interaction);
        assert_eq!(read_back(&signature, &term), interaction, "{term}");
        assert_eq!(formatted(&term), term);
        assert!(signature.is_empty() || formatted(&signature) == signature);
        let whole = format!("{signature}\n{term}");
        assert_eq!(formatted(&whole), whole);
        assert!(read(&Source::new("p.hsf", whole), None).model.unwrap().interaction == interaction);
        wide += usize::from(term.lines().count() > 1);
        for line in term.lines().filter(|line| !line.starts_with(&" ".repeat(24))) {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }
    assert!((500..2_900).contains(&wide), "{wide} of 3000 have several lines");
}

#[test]
#[ignore = "needs the corpora"]
fn the_corpus_is_printed_and_read_back() {
    for path in interaction_files(&["hif"]) {
        let source = source(&path);
        let signatures = signatures_beside(&path);
        let model = signatures.iter().find_map(|names| read(&source, Some(names)).model).unwrap();
        let (signature, term) = print(&model.interaction);
        assert_eq!(read_back(&signature, &term), model.interaction, "{}", path.display());
        let text = format(&source).unwrap();
        assert_eq!(formatted(&text), text, "{}", path.display());
    }
}

#[test]
fn operators_that_are_wide_have_a_line_for_each_operand() {
    let text = "strict(l--m->(k,j),alt(aaaaaaaaaaaaaaaaaaaa--m->bbbbbbbbbbbbbbbbbbbbbbbbbb,\
        <synch>m->k),coreg(l,k)(o,sync{l!m,k?m}(o,o)), sync ( l ! m ) (o , 0) )";
    let expected = "strict(\n    l -- m -> (k, j),\n    \
        alt(aaaaaaaaaaaaaaaaaaaa -- m -> bbbbbbbbbbbbbbbbbbbbbbbbbb, <synch> m -> k),\n    \
        coreg(l, k)(o, sync{l!m, k?m}(o, o)),\n    sync(l!m)(o, 0)\n)\n";
    assert_eq!(formatted(text), expected);
    assert_eq!(formatted(expected), expected);
    let text = "@message{a;b;}@lifeline {l} @gate{}seq(a->l,b->l)";
    let expected = "@message{a; b}\n@lifeline{l}\n@gate{}\n\nseq(a -> l, b -> l)\n";
    assert_eq!(formatted(text), expected);
}

#[test]
fn comments_stay_where_they_were() {
    let text = "/* head */\nseq( /* first */ a -> l, /* behind a */\n\n\n  /* above b\n   two lines */\n\
        b -> l /* inside */ , c -- /*x*/ d -> (l /* y */,\n /* demoted */ k) /* last */\n\
        /* end */ ) /* tail */\n\n/* fin */\n";
    let expected = "/* head */\nseq( /* first */\n    a -> l, /* behind a */\n\n    \
        /* above b\n   two lines */\n    b -> l /* inside */,\n    \
        c -- /*x*/ d -> (l /* y */, /* demoted */ k) /* last */\n    /* end */\n) /* tail */\n\n\
        /* fin */\n";
    assert_eq!(formatted(text), expected);
    assert_eq!(formatted(expected), expected);
}

#[test]
fn formatting_twice_is_formatting_once() {
    let mut random = Random::new(23);
    let between =
        [" ", "\n", "\n\n\n", "/* c */", " /* d */\n", "\n/* e\n f */", "\r\n", "\n/*g*/\n/*h*/\n"];
    for _ in 0..2_000 {
        let (signature, term) = print(&random_interaction(&mut random));
        let text = format!("{signature}{term}");
        // White space and comments may stand between any two tokens.
        let mut messy = String::new();
        for (index, word) in text.split_whitespace().enumerate() {
            if index > 0 {
                messy.push(' ');
                messy.push_str(random.choose(&between).unwrap());
                messy.push(' ');
            }
            messy.push_str(word);
        }
        let once = formatted(&messy);
        assert_eq!(formatted(&once), once, "{messy}");
        for comment in ["/* c */", "/* d */", "/* e\n f */", "/*g*/", "/*h*/"] {
            assert_eq!(once.matches(comment).count(), messy.matches(comment).count());
        }
        let before = read(&Source::new("m.hsf", messy), None);
        let after = read(&Source::new("m.hsf", once), None);
        let [before, after] = [before, after].map(|one| one.model.map(|model| model.interaction));
        assert_eq!(before, after);
    }
}

#[test]
fn depth_is_no_limit_for_printing_and_layout() {
    let deep = 100_000;
    let text = format!("{}l -- m -> k{}", "seq(o,loopS(".repeat(deep), "))".repeat(deep));
    let interaction = read(&Source::new("d.hif", &*text), None).model.unwrap().interaction;
    let (signature, term) = print(&interaction);
    assert_eq!(read_back(&signature, &term), interaction);
    assert_eq!(formatted(&text), term);
}

#[test]
fn only_syntax_keeps_a_text_from_being_laid_out() {
    for text in ["m -> |", "l -- <synch> m -> l", "seq(o)", "and(o,o)", "/*# expect */ o"] {
        formatted(text);
    }
    for text in ["seq(", "l -> ", "l -- m => k", "@mesage{m}", "", "o /*"] {
        assert!(format(&Source::new("t.hif", text)).is_err(), "{text}");
    }
}

#[test]
fn names_of_other_languages_are_changed() {
    let mut signature = Signature::new();
    let lifelines = ["a b", "a_b", "7", "ok"].map(|name| signature.add_lifeline(name));
    let message = signature.add_message("m()");
    let gate = signature.add_gate("ok");
    let origin = Origin::Lifeline(lifelines[0]);
    let targets = vec![Target::Lifeline(lifelines[2]), Target::Gate(gate)];
    let mut parts = IndexVec::new();
    let passing = Passing { origin, synchronous: false, message, targets };
    let root = parts.push(Expression::Passing(passing));
    let interaction = Interaction { signature, parts, root };
    let changed = changed_names(&interaction.signature);
    let changed: Vec<_> = changed.iter().map(|(old, new)| (old.as_str(), new.as_str())).collect();
    assert_eq!(changed, [("a b", "a_b_2"), ("7", "x_7"), ("m()", "m__"), ("ok", "ok_2")]);
    let (signature, term) = print(&interaction);
    assert_eq!(term, "a_b_2 -- m__ -> (x_7, ok_2)\n");
    let back = read_back(&signature, &term);
    assert_eq!(back.parts, interaction.parts);
}
