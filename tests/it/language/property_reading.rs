//! Properties that are right: what they mean, and how they are printed.

use super::property_system::{formula, system, told};
use scm_check::internals::kernel::base::Id as _;
use scm_check::internals::kernel::source::{Source, Span};
use scm_check::internals::language::component::property::{
    print_lines, print_predicate, print_property, read_monitors, read_predicate,
};
use scm_check::internals::model::component::{
    Binary, Definition, Expression, Predicate, Property, PropertyAutomaton, StateVariable, Type,
    Unary, Value,
};
use scm_check::internals::model::temporal::Formula;

/// The text of a formula after it was read and printed, which is read and printed again.
fn normal(text: &str) -> String {
    let composite = system();
    let printed = print_property(&formula(text, &composite).property, &composite);
    let again = print_property(&formula(&printed, &composite).property, &composite);
    assert_eq!(again, printed);
    printed
}

fn predicates(property: &Property) -> Vec<Predicate> {
    match &property.definition {
        Definition::Formula { predicates, .. } => predicates.iter().cloned().collect(),
        _ => panic!("{} is no formula", property.name),
    }
}

#[test]
fn operators_bind_as_the_contract_says() {
    // The parentheses on the right hand side are those of the tree.
    let table = [
        ("w1@done -> w2@done -> g@hold", "w1@done -> (w2@done -> g@hold)"),
        ("(w1@done -> w2@done) -> g@hold", "(w1@done -> w2@done) -> g@hold"),
        ("w1@done || w2@done -> g@hold", "(w1@done || w2@done) -> g@hold"),
        ("w1@done && w2@done || g@hold", "(w1@done && w2@done) || g@hold"),
        ("w1@done || w2@done && g@hold", "w1@done || (w2@done && g@hold)"),
        ("w1@done || w2@done || g@hold", "(w1@done || w2@done) || g@hold"),
        ("w1@done && w2@done && g@hold", "(w1@done && w2@done) && g@hold"),
        ("w1@done U w2@done && g@hold", "(w1@done U w2@done) && g@hold"),
        ("w1@done U w2@done U g@hold", "w1@done U (w2@done U g@hold)"),
        ("w1@done U w2@done R g@hold", "w1@done U (w2@done R g@hold)"),
        ("w1@done W w2@done S g@hold", "w1@done W (w2@done S g@hold)"),
        ("!w1@done U w2@done", "(!w1@done) U w2@done"),
        ("G w1@done U w2@done", "(G(w1@done)) U w2@done"),
        ("G w1@done && w2@done", "(G(w1@done)) && w2@done"),
        ("! G F w1@done", "!(G(F(w1@done)))"),
        ("X N F G Y O H !w1@done", "X(N(F(G(Y(O(H(!w1@done)))))))"),
        ("G w1.x + 1 < 3", "G(w1.x + 1 < 3)"),
        ("G !w1.x < 3", "G(!(w1.x < 3))"),
        ("!w1.busy == w2.busy", "!(w1.busy == w2.busy)"),
        ("w1.x < 3 U w2.x - 1 - 2 == 0", "(w1.x < 3) U ((w2.x - 1) - 2 == 0)"),
        ("w1.x - 1 * 2 - w2.x % 3 < -w1.x", "((w1.x - 2) - (w2.x % 3)) < (-w1.x)"),
        ("G!w1.busy", "G(!w1.busy)"),
        ("G(w1.busy)", "G w1.busy"),
        ("w1.x < 3 == w2.x < 3", "(w1.x < 3) == (w2.x < 3)"),
        ("w1.busy == !w2.busy", "w1.busy == (!w2.busy)"),
    ];
    for (text, tree) in table {
        assert_eq!(normal(text), normal(tree), "{text}");
    }
}

#[test]
fn formulas_are_printed_without_needless_parentheses() {
    let table = [
        "G(w1.x <= 1000)",
        "G(abs(w1.x - w2.x) < 3 && abs(w2.x - line1.ctrl.x) < 3)",
        "G(fired(c1) -> !fired(ex12) S fired(c1{w1.exec,g.deliver}))",
        "G(fired(c1{*}) || fired(w1.alone)) && F(fired(line1.c) || fired(ex12{*}))",
        "G !w1@done U !(w1.x < 3)",
        "G F X(w1@done)",
        "G(w1@done && w2@done) -> true",
        "(w1@done U w2@done) U g@hold",
        "w1.name == \"a\\\"b\\\\c\\n\"",
        "w1.load < -1.5e-10 && w1.x > -9223372036854775808",
        "min(w1.x, max(w2.x, 3)) != 2 * (w1.x - (w2.x - 1))",
        "(w1@done && w2@done) == (!w1.busy || g@hold)",
        "G.x < 3 && G@done && x.x > 3 && X(x@free) && line1.ctrl@free",
    ];
    for text in table {
        assert_eq!(normal(text), text);
    }
}

#[test]
fn blanks_and_comments_may_stand_between_all_parts() {
    let spaced =
        "G ( fired ( c1 { w1 . exec , g . deliver } ) // led here\n -> /* ** */ w1 @ done )";
    assert_eq!(normal(spaced), "G(fired(c1{w1.exec,g.deliver}) -> w1@done)");
}

#[test]
fn letters_are_operators_only_where_a_formula_begins() {
    let composite = system();
    for text in ["G.x < 3", "G@done", "x.x == 0", "G G@done", "G(G.busy) U G.busy"] {
        let property = formula(text, &composite).property;
        assert_eq!(predicates(&property).len(), 1, "{text}");
    }
}

#[test]
fn constants_are_folded() {
    for (text, folded) in [
        ("true", "true"),
        ("G(1 < 2 && w1@done)", "G(true && w1@done)"),
        ("2 * 3 - 1 == 5 && \"a\" == \"b\"", "true && false"),
        ("w1.x < 2 * 3 - 10", "w1.x < -4"),
        ("w1.load < 1 + 1", "w1.load < 2.0"),
        ("w1.x < max(abs(-3), 2)", "w1.x < 3"),
        ("w1.busy == (1 == 1.0)", "w1.busy == true"),
    ] {
        assert_eq!(normal(text), folded);
    }
    let composite = system();
    let Definition::Formula { formula, predicates } =
        formula("!(1 > 2)", &composite).property.definition
    else {
        panic!("it is a formula");
    };
    assert!(predicates.is_empty());
    assert!(matches!(formula, Formula::Unary(_, operand) if *operand == Formula::Constant(false)));
}

#[test]
fn equal_predicates_are_one_proposition() {
    let composite = system();
    for (text, count) in [
        ("w1@done && w1@done", 1),
        ("w1.x < 3 && F(w1 . x < 1 + 2)", 1),
        ("w1.load < 3 && w1.load < 3.0", 1),
        ("w1.x < 3 && 3 > w1.x", 2),
        ("w1.x < 3 && w2.x < 3", 2),
        ("fired(c1) && fired(c1{*}) && fired(c1{g.deliver})", 3),
    ] {
        assert_eq!(predicates(&formula(text, &composite).property).len(), count, "{text}");
    }
}

#[test]
fn an_integer_beside_a_float_is_converted() {
    let composite = system();
    let property = formula("w1.x < w1.load", &composite).property;
    let [Expression::Binary(Binary::Less, operands, _)] = &predicates(&property)[..] else {
        panic!("it is a comparison");
    };
    assert!(matches!(operands[0], Expression::Unary(Unary::ToFloat, ..)));
    assert!(matches!(operands[1], Expression::Variable(StateVariable::Value(..))));
}

#[test]
fn sites_are_the_places_of_operations() {
    let composite = system();
    let text = "G(w1.x / w2.x < 3)";
    let read = formula(text, &composite);
    let [Expression::Binary(_, operands, whole)] = &predicates(&read.property)[..] else {
        panic!("it is a comparison");
    };
    let Expression::Binary(Binary::Divide, _, quotient) = operands[0] else {
        panic!("it is a quotient");
    };
    let slice = |span: Span| &text[span.range()];
    assert_eq!(slice(read.sites[*whole]), "(w1.x / w2.x < 3)");
    assert_eq!(slice(read.sites[quotient]), "w1.x / w2.x");
}

#[test]
fn the_name_of_a_formula_is_its_text() {
    let composite = system();
    assert_eq!(formula("G( w1@done )", &composite).property.name, "G( w1@done )");
}

#[test]
fn a_predicate_is_one_expression() {
    let composite = system();
    for (text, printed) in [
        ("w1@done && (w1.x > 3 -> !fired(c1))", "w1@done && (!(w1.x > 3) || !fired(c1))"),
        ("w1.busy", "w1.busy"),
        ("!w1.x<3||false", "!(w1.x < 3) || false"),
        ("1 < 2", "true"),
    ] {
        let source = Source::new("predicate", text);
        let reading = read_predicate(&source, &composite);
        assert!(reading.model.is_some(), "{}", told(&source, &reading));
        let (predicate, _) = reading.model.unwrap();
        assert_eq!(print_predicate(&predicate, &composite), printed);
    }
}

fn automaton(property: &Property) -> &PropertyAutomaton {
    match &property.definition {
        Definition::Automaton(automaton) => automaton,
        _ => panic!("{} is no automaton", property.name),
    }
}

#[test]
fn monitors_are_read_and_printed() {
    let text = "monitor never {\n    state good initial accepting;\n    state bad;\n    from good to \
                good when !(w1.x > 3);\n    from good to bad when w1.x > 3;\n    from bad to bad;\n}";
    let other = "monitor state { state state accepting initial; from state to state when true; }";
    let composite = system();
    let source = Source::new("two.monitor", format!("{text} // the first\n{other}"));
    let reading = read_monitors(&source, &composite);
    assert!(reading.diagnostics.is_empty(), "{}", told(&source, &reading));
    let properties = reading.model.unwrap();
    let [never, state] = &properties[..] else { panic!("there are two") };
    assert_eq!((&*never.property.name, &*state.property.name), ("never", "state"));
    assert_eq!(print_property(&never.property, &composite), text);
    let lines = print_lines(&never.property, &composite);
    assert!(lines.lines().all(|line| line.starts_with("//# ")) && lines.ends_with("//# }\n"));
    let never = automaton(&never.property);
    assert_eq!((never.states.len(), never.initial.index(), never.predicates.len()), (2, 0, 1));
    let accepting: Vec<bool> = never.states.iter().map(|(_, accepts)| *accepts).collect();
    assert_eq!(accepting, [true, false]);
    assert_eq!(automaton(&state.property).transitions.len(), 1);
}

#[test]
fn conditions_that_cover_all_cases_once_are_right() {
    let composite = system();
    let cases = |conditions: &[&str]| {
        let states = (0..conditions.len()).map(|to| format!("state t{to}; from t{to} to t{to}; "));
        let transitions = conditions.iter().enumerate();
        let transitions =
            transitions.map(|(to, condition)| format!("from s to t{to} when {condition};"));
        let rest: String = states.chain(transitions).collect();
        let text = format!("monitor m {{ state s initial accepting; {rest} }}");
        let source = Source::new("m", text);
        let reading = read_monitors(&source, &composite);
        (reading.model.is_some(), told(&source, &reading))
    };
    let right: [&[&str]; 12] = [
        &["w1@done", "!w1@done"],
        &["w1@done -> w2@done", "w1@done && !w2@done"],
        &["w1@done == w2@done", "!(w1@done == w2@done)", "false"],
        &["w1@done && w2@done", "w1@done && !w2@done", "!w1@done && (g@hold || !g@hold)"],
        &[
            "w1@done && !w2@done || !w1@done && w2@done",
            "(w1@done -> w2@done) && (w2@done -> w1@done)",
        ],
        // What is about the same thing excludes each other.
        &["w1@done", "w1@free"],
        &["w1.x < 3", "w1.x >= 3"],
        &["w1.x == 0", "w1.x == 1", "1 < w1.x", "w1.x < 0"],
        &["w1.x < w2.x", "w1.x == w2.x", "w2.x < w1.x"],
        &["w1.x != w2.x", "w2.x == w1.x"],
        &["fired(c1)", "fired(c1{*}) && !fired(c1)", "!fired(c1{*})"],
        &["w1.load < w2.load", "!(w1.load < w2.load)"],
    ];
    for conditions in right {
        let (is_right, told) = cases(conditions);
        assert!(is_right, "{told}");
    }
    let wrong: [&[&str]; 7] = [
        &["w1@done", "w2@free"],
        &["w1.x <= 3", "w1.x >= 3"],
        &["w1.x < 3", "w1.x > 3"],
        &["w1.x < w2.x", "w1.x >= w2.x + 1"],
        &["fired(ex12)", "fired(c1)"],
        &["fired(c1)", "fired(c1{*})", "!fired(c1{*})"],
        // Two floating-point numbers may have no order.
        &["w1.load < w2.load", "w1.load >= w2.load"],
    ];
    for conditions in wrong {
        assert!(!cases(conditions).0, "{conditions:?}");
    }
}

#[test]
fn values_have_the_type_of_their_literal() {
    let composite = system();
    for (text, kind) in [
        ("w1.x == 3", Type::Int),
        ("w1.load == .5", Type::Float),
        ("w1.name == \"\"", Type::String),
    ] {
        let property = formula(text, &composite).property;
        let [Expression::Binary(_, operands, _)] = &predicates(&property)[..] else {
            panic!("it is a comparison");
        };
        assert!(matches!(&operands[1], Expression::Constant(value) if value.kind() == kind));
    }
    let property = formula("w1.name == \"\\t\\\"\\\\\"", &composite).property;
    let [Expression::Binary(_, operands, _)] = &predicates(&property)[..] else {
        panic!("it is a comparison");
    };
    assert_eq!(operands[1], Expression::Constant(Value::String("\t\"\\".into())));
}
