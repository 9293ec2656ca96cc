//! Properties that a file of components states in its `//#` lines.

use super::property_system::told;
use scm_check::internals::kernel::source::{Source, Span};
use scm_check::internals::language::component::property::{codes, print_lines};
use scm_check::internals::language::component::{FunctionRegistry, Model, NoPackages, read};
use scm_check::internals::language::reading::{self, Reading};
use scm_check::internals::model::component::{Definition, Expression, Unary};

/// A system of two workers, and atoms that watch or could not.
const SYSTEM: &str = "package demo
  port type Int(int v)
  port type Signal()
  port type Sample(float level, bool now)
  atom type Worker()
    data int x
    data float load
    export port Int exec(x)
    place free, done
    initial to free do { x = 0; load = 0.0; }
    on exec from free to done
    on exec from done to free
  end
  atom type Watcher()
    data float level
    data bool now
    export port Sample see(level, now)
    place good, bad
    initial to good do { level = 0.0; now = false; }
    on see from good to good provided (!now)
    on see from good to bad provided (now)
    on see from bad to bad
  end
  atom type Clock()
    export port Signal tick()
    place idle
    initial to idle
    on tick from idle to idle
  end
  connector type Both(Int a, Int b) define a b end
  compound type Main()
    component Worker w1(), w2()
    connector Both c(w1.exec, w2.exec)
  end
end
";

fn model(lines: &str) -> (Source, Reading<Model>) {
    let source = Source::new("demo.bip", format!("{lines}{SYSTEM}"));
    let reading = read(&source, &mut NoPackages, &FunctionRegistry::default());
    (source, reading)
}

#[test]
fn lines_state_formulas_monitors_and_observers() {
    let lines = "//# property both = G(fired(c) -> w1.x / 2 <= 3)\n\
                 //# monitor never {\n\
                 //#     state good initial accepting;\n\
                 //#     state bad;\n\
                 //#     from good to good when !(w1.x > 3);\n\
                 //#     from good to bad when w1.x > 3;\n\
                 //#     from bad to bad;\n\
                 //# }\n\
                 //# property seen = Watcher(w1.x + 1, w1@done && !w2@done) in good, bad\n\
                 //# property alone = Clock() in idle\n";
    let (source, reading) = model(lines);
    let told = told(&source, &reading);
    let model = reading.model.unwrap_or_else(|| panic!("{told}"));
    let names: Vec<&str> = model.properties.iter().map(|property| &*property.name).collect();
    assert_eq!(names, ["both", "never", "seen", "alone"]);
    // What is printed is what was read.
    let printed = model.properties.iter().map(|property| print_lines(property, &model.composite));
    assert_eq!(printed.collect::<String>(), lines);
    let slice = |place: &Span| source.slice(*place).to_owned();
    assert_eq!(model.places.properties.iter().map(slice).collect::<Vec<_>>(), names);

    let Definition::Observer(observer) = &model.properties[2].definition else {
        panic!("the third one is an observer");
    };
    assert_eq!((&*observer.atom.name, observer.accepting.len()), ("Watcher", 2));
    assert!(matches!(observer.arguments[0], Expression::Unary(Unary::ToFloat, ..)));
    // Sites are numbered with those of the system.
    let Definition::Formula { predicates, .. } = &model.properties[0].definition else {
        panic!("the first one is a formula");
    };
    let quotient = predicates.iter().find_map(|predicate| match predicate {
        Expression::Binary(_, operands, _) => match &operands[0] {
            Expression::Binary(_, _, site) => Some(*site),
            _ => None,
        },
        _ => None,
    });
    assert_eq!(slice(&model.places.sites[quotient.unwrap()]), "w1.x / 2");
}

#[test]
fn wrong_lines_are_reported_at_their_place() {
    let malformed = reading::codes::MALFORMED_DIRECTIVE;
    let table = [
        ("//# property = G(w1@done)", codes::SYNTAX, "=", "the name of the property"),
        ("//# property p: G(w1@done)", codes::SYNTAX, ":", "expected `=`"),
        ("//# property p =", codes::SYNTAX, "", "expected a formula"),
        ("//# property p = G(w1@done);", codes::SYNTAX, ";", "the end of the property"),
        ("//# property p = G(w1@dono)", codes::UNKNOWN_PLACE, "dono", "did you mean `done`?"),
        ("//# propertie p = G(w1@done)", malformed, "propertie", "did you mean `property`?"),
        (
            "//# property p = G(w1@done)\n//# property p = F(w1@done)",
            codes::DUPLICATE,
            "p",
            "two properties are called `p`",
        ),
        (
            "//# property p = G(w1@done)\n//# property = F(w1@done)",
            codes::SYNTAX,
            "=",
            "the name of the property",
        ),
        (
            "//# monitor m {\n//# state s initial accepting;\n//# from s to s when w1@done;\n//# }",
            codes::MISSING_CASE,
            "s",
            "no transition when `w1@done` is false",
        ),
        ("//# property p = Watcher(1.0, true) on good", codes::SYNTAX, "on", "expected `in`"),
        ("//# property p = Watcher(1.0, true) in", codes::SYNTAX, "", "expected a place"),
        ("//# property p = Watchers(1.0) in good", codes::UNKNOWN_ATOM, "Watchers", "no atom type"),
        ("//# property p = Watcher(1.0) in good", codes::WRONG_COUNT, "1.0", "2 data, found 1"),
        ("//# property p = Clock(true) in idle", codes::WRONG_COUNT, "true", "0 data, found 1"),
        (
            "//# property p = Watcher(true, false) in good",
            codes::WRONG_TYPE,
            "true",
            "`level` is a `float`, found a `bool`",
        ),
        (
            "//# property p = Watcher(1, F(w1@done)) in good",
            codes::TEMPORAL_OPERATOR,
            "F",
            "about several states",
        ),
        (
            "//# property p = Watcher(1, true) in god",
            codes::UNKNOWN_PLACE,
            "god",
            "`Watcher` has the places `good`, `bad`",
        ),
    ];
    for (lines, code, place, part) in table {
        let (source, reading) = model(&format!("{lines}\n"));
        let told = told(&source, &reading);
        assert!(reading.model.is_none(), "{told}");
        let [found] = &reading.diagnostics[..] else { panic!("{lines}\n{told}") };
        assert_eq!(found.code, code, "{told}");
        assert_eq!(source.slice(found.primary.span), place, "{told}");
        assert!(told.contains(part), "`{part}` is not in\n{told}");
    }
}

#[test]
fn an_atom_that_watches_has_one_port() {
    let two = SYSTEM.replace(
        "export port Signal tick()",
        "export port Signal tick()\n    export port Signal other()",
    );
    let source = Source::new("demo.bip", format!("//# property p = Clock() in idle\n{two}"));
    let reading = read(&source, &mut NoPackages, &FunctionRegistry::default());
    let told = told(&source, &reading);
    let [found] = &reading.diagnostics[..] else { panic!("{told}") };
    assert_eq!(found.code, codes::OBSERVER_PORTS, "{told}");
    assert_eq!(source.slice(found.primary.span), "Clock", "{told}");
    assert!(told.contains("`Clock` has 2"), "{told}");
}
