//! Texts of component systems that are right.

use std::sync::Arc;

use scm_check::internals::kernel::base::Id as _;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::component::{
    FunctionRegistry, Model, NoPackages, Packages, read,
};
use scm_check::internals::model::component::{ComponentId, Fault, GlobalState, Type, Value};

/// Returns the model of a text without errors and warnings.
fn model(text: &str) -> Model {
    let source = Source::new("t.bip", text);
    let reading = read(&source, &mut NoPackages, &FunctionRegistry::default());
    assert_eq!(reading.diagnostics, [], "{text}");
    reading.model.expect("there is no error")
}

/// Returns the only state to which an interaction leads.
fn after(model: &Model, state: &GlobalState, interaction: &str) -> GlobalState {
    let id = model.composite.interaction_named(interaction).expect("it is an interaction");
    let firable = model.composite.firable(state).unwrap();
    assert!(firable.contains(&id), "{interaction} cannot fire");
    let mut states = Vec::new();
    model.composite.fire(state, id, &mut |_, next| states.push(next.unwrap())).unwrap();
    assert_eq!(states.len(), 1, "{interaction}");
    states.remove(0)
}

fn values(state: &GlobalState, component: usize) -> Vec<Value> {
    state[ComponentId::from_index(component)].values.iter().cloned().collect()
}

#[test]
fn the_task_system_is_that_of_the_paper() {
    let model = model(include_str!("../../../models/components/task.bip"));
    let names: Vec<&str> =
        model.composite.interactions().iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["ex12", "ex13", "ex23", "f1", "f2", "f3", "r1", "r2", "r3", "nt"]);
    let mut state = model.composite.initial_state().unwrap();
    for count in 1..=1_001 {
        state = after(&model, &state, "ex12");
        assert_eq!(values(&state, 0), [Value::Int(count)]);
        assert_eq!(values(&state, 2), [Value::Int(0)]);
        let ends = if count > 1_000 { ["r1", "r2"] } else { ["f1", "f2"] };
        for end in ends {
            state = after(&model, &state, end);
        }
        state = after(&model, &state, "nt");
    }
    assert_eq!(state, model.composite.initial_state().unwrap());
}

/// Returns a text with one atom, of which there is one component `a`.
fn with_atom(head: &str, parts: &str) -> String {
    format!(
        "package t {head}
  port type P()
  port type Q(int x)
  atom type A()
    {parts}
  end
  compound type Main() component A a() end
end"
    )
}

/// Returns the value with which a variable of a type starts that is declared with an expression.
fn start(kind: &str, expression: &str) -> Value {
    let parts = format!("data {kind} v = {expression} place s initial to s");
    let model = model(&with_atom("const data int n = 3, m = n + 1", &parts));
    values(&model.composite.initial_state().unwrap(), 0).remove(0)
}

#[test]
fn operators_are_those_of_c() {
    for (expression, expected) in [
        ("1 - 2 - 3", -4),
        ("7 / -2", -3),
        ("-7 % 3", -1),
        ("1 << 2 + 1", 8),
        ("100 >> 1 << 2", 200),
        ("1 | 6 ^ 2 & 3", 5),
        ("~0 + 2", 1),
        ("false ? 1 : false ? 2 : 3", 3),
        ("1 < 2 == true ? 4 : 5", 4),
        ("2 + 3 * 4 - -1", 15),
        ("max(1, 2) - min(3, abs(-4))", -1),
        ("-9223372036854775808", i64::MIN),
        ("n * m", 12),
        ("+n", 3),
    ] {
        assert_eq!(start("int", expression), Value::Int(expected), "{expression}");
    }
    for (expression, expected) in
        [("1 / 2.0", 0.5), ("1e3", 1_000.0), ("n", 3.0), ("true ? n : 0.5", 3.0), ("-.5", -0.5)]
    {
        assert_eq!(start("float", expression), Value::Float(expected), "{expression}");
    }
    for (expression, expected) in [
        ("!true || true", true),
        ("true || true && false", true),
        ("1 < 2 && 2 >= 3", false),
        ("1 == 1.0", true),
        ("\"a\" != \"b\"", true),
        ("(1 & 3) == 1", true),
    ] {
        assert_eq!(start("bool", expression), Value::Bool(expected), "{expression}");
    }
    assert_eq!(start("string", r#""a \"b\"\n""#), Value::String("a \"b\"\n".into()));
}

#[test]
fn a_failing_operation_has_its_place() {
    let text = with_atom(
        "",
        "data int v = 1 port P p() place s initial to s
         on p from s to s provided (v > 0) do { v = 10 / (v - 1); }",
    );
    let source = Source::new("t.bip", &*text);
    let model = read(&source, &mut NoPackages, &FunctionRegistry::default()).model.unwrap();
    let state = model.composite.initial_state().unwrap();
    let id = model.composite.interaction_named("a.p").unwrap();
    let mut faults = Vec::new();
    model.composite.fire(&state, id, &mut |_, next| faults.extend(next.err())).unwrap();
    let [Fault::Failure(failure)] = &*faults else { panic!("{faults:?}") };
    assert_eq!(source.slice(model.places.sites[failure.site]), "10 / (v - 1)");
    let component = ComponentId::from_index(0);
    let transition = model.places.transitions[component].iter().next().unwrap();
    assert!(source.slice(*transition).starts_with("on p from s to s provided"));
    assert_eq!(source.slice(model.places.components[component]), "a");
}

#[test]
fn functions_are_those_that_were_registered() {
    let text = with_atom(
        "extern function int twice(int) extern function int max(int, int) extern function work(int)",
        "data int v = 3 port P p() place s initial to s
         on p from s to s do { v = twice(v) + max(v, 9); work(v); }",
    );
    let mut functions = FunctionRegistry::default();
    let twice = |values: &[Value]| match values {
        [Value::Int(value)] => Value::Int(2 * value),
        _ => unreachable!("it is called as declared"),
    };
    functions.register("twice", vec![Type::Int], Type::Int, Arc::new(twice));
    // A registered function takes the place of that of the language.
    let first = |values: &[Value]| values[0].clone();
    functions.register("max", vec![Type::Int, Type::Int], Type::Int, Arc::new(first));
    let source = Source::new("t.bip", text);
    let reading = read(&source, &mut NoPackages, &functions);
    assert_eq!(reading.diagnostics, []);
    let model = reading.model.unwrap();
    let state = after(&model, &model.composite.initial_state().unwrap(), "a.p");
    assert_eq!(values(&state, 0), [Value::Int(9)]);
    let names: Vec<&str> = model.composite.functions().iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["twice", "max", "work"]);
}

/// Two cells of two counters each, joined by a connector over what the cells export.
const CELLS: &str = "package cells
  port type Q(int x)
  atom type Counter(int first)
    data int x = first
    export port Q tick(x)
    port Q tock(x)
    place s
    initial to s
    on tick from s to s
    on tock from s to s provided (x > 100)
  end
  connector type Swap(Q l, Q r)
    data int old
    define l' r
    on l r provided (l.x != r.x) up { old = l.x; } down { l.x = r.x; r.x = old; }
    on l down { l.x = l.x + 1; }
  end
  compound type Cell(int n)
    component Counter left(n), right(n + 1)
    connector Swap swap(left.tick, right.tick)
    priority together swap:left.tick < swap:left.tick,right.tick
    export port left.tick as tick
    export data left.x as x
  end
  compound type Main()
    component Cell a(1), b(5)
    connector Swap swap(b.tick, a.tick)
    priority low provided (a.x > 0 && b.left.x > 0) *:* < swap:*
  end
end
";

#[test]
fn nested_compounds_are_flattened_with_their_paths() {
    let source = Source::new("cells.bip", CELLS);
    let reading = read(&source, &mut NoPackages, &FunctionRegistry::default());
    let model = reading.model.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
    let names: Vec<&str> =
        model.composite.interactions().iter().map(|one| one.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "a.swap",
            "a.swap{a.left.tick}",
            "b.swap",
            "b.swap{b.left.tick}",
            "swap",
            "swap{b.left.tick}",
            "a.left.tock",
            "a.right.tock",
            "b.left.tock",
            "b.right.tock"
        ]
    );
    let state = model.composite.initial_state().unwrap();
    let all = |state: &GlobalState| (0..4).flat_map(|id| values(state, id)).collect::<Vec<_>>();
    assert_eq!(all(&state), [1, 2, 5, 6].map(Value::Int));
    let swapped = after(&model, &after(&model, &state, "swap"), "a.swap");
    assert_eq!(all(&swapped), [2, 5, 1, 6].map(Value::Int));
    // What the guard reads is not exported.
    let told: Vec<_> = reading.diagnostics.iter().map(|one| one.code.name).collect();
    assert_eq!(told, ["W1005", "W1005"], "both variables are private");
}

#[test]
fn the_system_is_main_or_the_last_compound() {
    let compound = |name: &str, component: &str| {
        format!("compound type {name}() component A {component}() end\n")
    };
    let text = |compounds: &str| {
        format!("package t atom type A() place s initial to s end\n{compounds}end")
    };
    for (compounds, expected) in [
        (compound("Main", "m") + &compound("Last", "l"), "m"),
        (compound("First", "f") + &compound("Last", "l"), "l"),
    ] {
        let model = model(&text(&compounds));
        assert_eq!(model.composite.components()[ComponentId::from_index(0)].name, expected);
    }
}

/// Packages by their files.
struct Beside(Vec<(&'static str, &'static str)>);

impl Packages for Beside {
    fn text(&mut self, path: &str) -> Result<Source, String> {
        let found = self.0.iter().find(|(file, _)| *file == path);
        found.map(|(file, text)| Source::new(*file, *text)).ok_or_else(|| "no such file".to_owned())
    }
}

#[test]
fn packages_are_used_by_their_types() {
    let parts = "package lib.parts use lib.ports
      atom type Leaf(int n)
        data int x = 6 / n
        export port lib.ports.Q p(x)
        place s initial to s
        on p from s to s do { x = x / (x - 2); }
      end
      compound type Pair() component Leaf one(3), two(2) end
    end";
    let ports = "package lib.ports use lib.parts port type Q(int x) end";
    let text = "package main use lib.parts use lib.ports
      connector type Sync(Q l, lib.ports.Q r) define l r end
      compound type Main()
        component lib.parts.Leaf a(1), b(2)
        connector Sync c(a.p, b.p)
        component Pair pair()
      end
    end";
    let source = Source::new("main.bip", text);
    let mut beside = Beside(vec![("lib/parts.bip", parts), ("lib/ports.bip", ports)]);
    let reading = read(&source, &mut beside, &FunctionRegistry::default());
    let model = reading.model.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
    assert_eq!(values(&model.composite.initial_state().unwrap(), 1), [Value::Int(3)]);
    let names: Vec<&str> =
        model.composite.components().iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "pair.one", "pair.two"]);
    // What stands in a used package has the place of its `use`.
    for &site in &model.places.sites {
        assert_eq!(source.slice(site), "lib.parts");
    }
}

#[test]
fn directives_state_answers_and_properties() {
    let text = with_atom("", "data int v = 3 place s initial to s")
        + "
//# expect: deadlock = violated, small = holds
// an ordinary comment about properties
//# property small = G(a.v < 10 ||
//#   a.v > 20)
//# monitor watch {
//#   state good initial accepting;
//#   from good to good;
//# }
//# an ordinary comment as well
";
    let model = model(&text);
    let stated: Vec<String> = model.expectations.iter().map(ToString::to_string).collect();
    assert_eq!(stated, ["deadlock = violated", "small = holds"]);
    let source = Source::new("t.bip", &*text);
    assert_eq!(source.slice(model.places.expectations[1]), "holds");
    assert_eq!(model.places.expectation_lines.len(), 1);
    let names: Vec<&str> = model.properties.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["small", "watch"]);
    assert_eq!(source.slice(model.places.properties[1]), "watch");
    let slip = Source::new("t.bip", text.replace("//# monitor", "//# moniter"));
    let reading = read(&slip, &mut NoPackages, &FunctionRegistry::default());
    assert_eq!(reading.diagnostics[0].help, ["did you mean `monitor`?"]);
}

#[test]
fn ranges_and_exports_reach_the_model() {
    let text = with_atom(
        "",
        "@range(v=\"-1..7\", w=\"0..3\") @other(x=y) export data int v = 0, u = 1, w = 2
         @range() data int z = 0 place s initial to s",
    );
    let source = Source::new("t.bip", text);
    let reading = read(&source, &mut NoPackages, &FunctionRegistry::default());
    assert!(reading.model.is_none(), "an empty range is no range");
    let source = Source::new("t.bip", source.text().replace("@range()", ""));
    let model = read(&source, &mut NoPackages, &FunctionRegistry::default()).model.unwrap();
    let atom = model.composite.atom(ComponentId::from_index(0));
    let ranges: Vec<_> = atom.variables.iter().map(|one| (one.range, one.is_exported)).collect();
    let expected = [(Some((-1, 7)), true), (None, true), (Some((0, 3)), true), (None, false)];
    assert_eq!(ranges, expected);
}
