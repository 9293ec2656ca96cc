//! Protocols in Scribble as people write them: what each construct means, what is read over, and what is refused.

use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::choreography::{Format, Guards, read_with};

use crate::support::choreography_texts::{edges, model, protocol, shown, told};

const FORMAT: Format = Format::Scribble;

/// Returns the diagnostics of a text whose conditions are dropped, as codes with lines.
fn told_without_guards(text: &str) -> Vec<String> {
    let source = Source::new("test", text);
    let reading = read_with(&source, FORMAT, Guards::Dropped);
    assert!(reading.model.is_some(), "{text}");
    let line = |offset| source.line_column(offset).line;
    let told = reading.diagnostics.iter();
    told.map(|one| format!("{} {}", one.code.name, line(one.primary.span.start()))).collect()
}

/// Asserts that a text is refused once, at a line and a column, by a message with some advice.
fn assert_refused(text: &str, place: &str, message: &str) {
    let found = told(text, FORMAT);
    let told = shown(text, FORMAT);
    assert_eq!(found, [place], "{text}\n{told}");
    assert!(told.contains(message), "{message}\n{told}");
    assert!(told.contains("help: "), "{told}");
}

#[test]
fn a_message_may_be_written_with_an_arrow() {
    let arrow = protocol("A -> B: m(x: Map<String, int>); B -> A : n; A->B:o();");
    let words = protocol("m(x: Map<String, int>) from A to B; n from B to A; o() from A to B;");
    assert_eq!(edges(&arrow, FORMAT), edges(&words, FORMAT));
    assert!(told(&arrow, FORMAT).is_empty());
    let several = "protocol P(role A, role B, role C) { A -> B, C: m(); }";
    assert_eq!(edges(several, FORMAT), ["0 -A->B:m- 1", "1 -A->C:m- 2"]);
    assert_refused(&protocol("A => B: m();"), "E0301 1:39", "write `->`");
    assert_refused(&protocol("A - B: m();"), "E0301 1:39", "write `->`");
    assert_eq!(told(&protocol("A -> C: m();"), FORMAT), ["E0309 1:42"]);
    assert_eq!(told(&protocol("A -> B;"), FORMAT), ["E0301 1:43"]);
}

#[test]
fn parameters_stand_for_messages_and_types() {
    let text = "module a.b; sig <java> \"x.Stop\" from \"x.java\" as Stop;\n\
                global protocol Main(role X, role Y) { do Ask<get(int), Stop, Text>(X, Y); }\n\
                global protocol Ask<sig M as First, sig N, type T>(role A, role B) {\n\
                First from A to B; say(T) from B to A; N from A to B; M() from B to A;\n\
                do Rest<(T)>(B, A); }\n\
                aux global protocol Rest<sig M>(role A, role B) { M from A to B; do Rest<M>(A, B); }";
    let expected = [
        "0 -X->Y:get.int- 1",
        "1 -Y->X:say.Text- 2",
        "2 -X->Y:Stop- 3",
        "3 -Y->X:M- 4",
        "4 -Y->X:Text- 4",
    ];
    assert_eq!(edges(text, FORMAT), expected);
    assert!(told(text, FORMAT).is_empty());
    let of = |call: &str| {
        format!(
            "global protocol M<type U, sig S>(role X, role Y) {{ {call} }}\n\
             aux global protocol P<sig M, type T>(role A, role B) {{ M from A to B; m(T) from B to A; }}"
        )
    };
    assert_eq!(edges(&of("do P<S, U>(X, Y);"), FORMAT), ["0 -X->Y:S- 1", "1 -Y->X:m.U- 2"]);
    assert_refused(&of("do P<m()>(X, Y);"), "E0312 1:55", "`P` has 2 parameters, not 1");
    assert_refused(&of("do P(X, Y);"), "E0312 1:55", "`P` has 2 parameters, not 0");
    assert_eq!(told(&of("do P<U, m()>(X, Y);"), FORMAT), ["E0312 1:57", "E0312 1:60"]);
    let twice = "global protocol P<sig M, sig M>(role A, role B) { M from A to B; }";
    assert_refused(twice, "E0313 1:30", "parameter `M` is declared twice");
    // Names do not grow from call to call: `M` is no type.
    let same = "global protocol P<sig M>(role A, role B) { M from A to B; do P<m(M)>(A, B); }";
    assert_eq!(edges(same, FORMAT), ["0 -A->B:M- 1", "1 -A->B:m.M- 1"]);
}

#[test]
fn a_protocol_of_another_module_is_refused_by_name() {
    let with = |call: &str| {
        format!(
            "module own.deep.Mod;\nimport other.Far;\nimport other.Near as N;\n\
             from other.Far import Q as R;\nglobal protocol P(role A, role B) {{\n\
             m() from A to B;\n{call} }}"
        )
    };
    for own in ["do P(B, A);", "do Mod.P(B, A);", "do own.deep.Mod.P(B, A);", "do s: P(B, A);"] {
        assert_eq!(edges(&with(own), FORMAT), ["0 -A->B:m- 1", "1 -B->A:m- 0"], "{own}");
        assert!(told(&with(own), FORMAT).is_empty());
    }
    let far = "the protocol `Q` of the module `other.Far` is imported";
    assert_refused(&with("do Far.Q(A, B);"), "E0308 7:4", far);
    assert_refused(&with("do other.Far.Q(A, B);"), "E0308 7:4", "write both in one file");
    assert_refused(&with("do N.Q(A, B);"), "E0308 7:4", "of the module `other.Near` is imported");
    assert_refused(&with("do R(A, B);"), "E0308 7:4", "the protocol `R` of the module `other.Far`");
    assert_refused(&with("do Lost.Q(A, B);"), "E0310 7:4", "no module `Lost` is imported");
    assert_refused(&with("do Gone(A, B);"), "E0310 7:4", "there is no protocol `Gone`");
}

#[test]
fn roles_are_given_by_their_order_or_by_their_names() {
    let of = |call: &str| {
        format!(
            "global protocol M(role X, role Y, role Z) {{ {call} }}\n\
             aux global protocol P(role A, role B as Second, role C) {{\n\
             m() from A to Second; n() from B to C; }}"
        )
    };
    let expected = ["0 -X->Y:m- 1", "1 -Y->Z:n- 2"];
    for call in ["do P(X, Y, Z);", "do P(Z as C, X as A, Y as B);", "do P(Y as Second, X as A, Z);"]
    {
        assert_eq!(edges(&of(call), FORMAT), expected, "{call}");
    }
    assert_refused(&of("do P(X as D, Y, Z);"), "E0309 1:55", "`P` has no role `D`");
    assert_refused(&of("do P(X as B, Y, Z);"), "E0312 1:48", "this role is given twice");
    let instance = "global protocol M(role X, role Y) instantiates P<place(Order)>(Y, X);\n\
                    aux global protocol P<sig S>(role A, role B) { S from A to B; }";
    assert_eq!(edges(instance, FORMAT), ["0 -Y->X:place.Order- 1"]);
}

#[test]
fn what_says_nothing_about_the_order_is_named_once() {
    let text = "(*# ErrorHandlingCrashBranch #*)\n\
                timed explicit global protocol P(reliable role A, reliable role B) {\n\
                m() connect A to B within [0;1) using a and resetting (a);\n\
                rec X { choice at A { a(Q@A) from A to B within [0.5;1] using a and resetting ();\n\
                wrap A to B;\ncontinue X within [0;1] using a and resetting (); }\n\
                or { b(()) from A to B; @\"x > 0\"\nc() from A to B; @\"y\"\ndisconnect A and B; } } }\n\
                local protocol P at A(role B) { m() to B; }\nlocal protocol P at B(role A) { }";
    let expected = [
        "W0406 1:1",
        "W0406 2:1",
        "W0406 2:7",
        "W0406 4:24",
        "W0406 5:1",
        "W0406 7:25",
        "W0406 9:1",
        "W0406 10:16",
    ];
    assert_eq!(told(text, FORMAT), expected);
    let [connect, rest @ ..] = &edges(text, FORMAT)[..] else { panic!("there are messages") };
    assert_eq!((connect.as_str(), rest.len()), ("0 -A->B:m- 1", 3));
    assert!(
        told(
            "(*# NestedProtocols, RefinementTypes #*)\n(* (* m *) (*) *)\n(*) n\n\
                  global protocol P(role A, role B) { m() from A to B; }",
            FORMAT
        )
        .is_empty()
    );
    let connect = protocol("connect A to B; disconnect B and A;");
    assert_eq!(edges(&connect, FORMAT), ["0 -A->B:connect- 1"]);
}

#[test]
fn conditions_on_values_are_refused_or_dropped() {
    let text = "global protocol P(role A, role B) {\n\
                num(x: int{x > 0}) from A to B;\n\
                rec X [last<A, B>: y:int{len(y) >= 6} = \"p\"] {\n\
                choice at A { more(x: int{x <> last}) from A to B; continue X [x]; }\n\
                or { stop() from A to B; } } }";
    assert_eq!(told(text, FORMAT), ["E0308 2:11", "E0308 3:7", "E0308 4:26", "E0308 4:63"]);
    assert!(shown(text, FORMAT).contains("`chor check --drop-guards` reads"));
    assert_eq!(told_without_guards(text), ["W0406 2"]);
    assert_eq!(told(&protocol("rec X [a: int; m() from A to B;"), FORMAT), ["E0301 1:50"]);
}

#[test]
fn names_of_one_type_are_one_name() {
    let text = "type <java> \"java.lang.Integer\" from \"rt.jar\" as Int;\n\
                type <java> \"java.lang.Integer\" from \"rt.jar\" as Number;\n\
                data <java> \"java.lang.String\" from \"rt.jar\" as Text;\n\
                data <java> \"java.lang.String\" from \"rt.jar\" as Word;\n\
                global protocol P(role A, role B) {\n\
                choice at A { m(Int) from A to B; a() from B to A; }\n\
                or { m(Number: Number) from A to B; b(Word) from B to A; } }";
    assert_eq!(told(text, FORMAT), ["W0407 2:50"]);
    let found = edges(text, FORMAT);
    assert!(found.iter().any(|edge| edge.contains("A->B:m.Int-")), "{found:?}");
    assert!(found.iter().any(|edge| edge.contains("A->B:m.Number.Int-")), "{found:?}");
    assert!(found.iter().any(|edge| edge.contains("B->A:b.Text-")), "{found:?}");
    let unfinished = "import a.b\nglobal protocol P(role A, role B) { m() from A to B; }";
    assert_refused(unfinished, "E0301 1:11", "expected `;` before `global`");
}

#[test]
fn parts_in_parallel_are_interleaved() {
    let text = "global protocol P(role A, role B, role C) {\n\
                par { a() from A to B; } and { b() from A to C; } and { }\nc() from B to C; }";
    let both = edges(text, FORMAT);
    assert_eq!(both.len(), 5, "{both:?}");
    assert!(told(text, FORMAT).is_empty());
    let unordered = text.replace("par {", "unordered {").replace(" } and { b", " b");
    let unordered = unordered.replace(" } and { }", " }");
    assert_eq!(edges(&unordered, FORMAT), both);
    assert_eq!(told(&text.replace("} and { b", "} or { b"), FORMAT), ["E0301 2:26"]);
    assert_eq!(told(&text.replace("} and { b", "and { b"), FORMAT), ["E0301 2:23"]);
    let out = protocol("rec X { par { m() from A to B; continue X; } and { n() from B to A; } }");
    assert_refused(&out, "E0308 1:68", "`continue X` leads out of a parallel part");
    let endless = protocol("m() from A to B; par { do P(A, B); } and { n() from B to A; }");
    assert_refused(&endless, "E0308 1:60", "`P` is called again and again in a parallel part");
    let inside =
        protocol("par { rec X { m() from A to B; continue X; } } and { n() from B to A; }");
    assert_eq!(edges(&inside, FORMAT).len(), 3);
}

#[test]
fn a_nested_protocol_happens_where_it_is_called() {
    let text = "(*# NestedProtocols #*)\n\
                nested protocol Ask(role A; new role W) { q() from A to W; a() from W to A; }\n\
                global protocol P(role A, role W) {\n\
                nested protocol Tell(role X, role Y) {\n\
                nested protocol Ask(role B) { }\nX calls Ask(X); t() from X to Y; }\n\
                A calls Ask(A); W calls Ask(W); A calls Tell(W, A); A calls Ask(A); }";
    let expected = [
        "0 -A->W_2:q- 1",
        "1 -W_2->A:a- 2",
        "2 -W->W_3:q- 3",
        "3 -W_3->W:a- 4",
        "4 -W->A:t- 5",
        "5 -A->W_2:q- 6",
        "6 -W_2->A:a- 7",
    ];
    assert_eq!(edges(text, FORMAT), expected);
    assert_eq!(told(text, FORMAT), ["W0406 6:3"]);
    let again = text.replace("q() from A to W;", "q() from A to W; W calls Ask(W);");
    // More and more roles are no choreography: the text is read, and nothing is answered.
    assert_eq!(told(&again, FORMAT), ["W0406 2:62", "W0413 2:62"]);
    let why = "`Ask` is called again and again with new roles";
    assert_eq!(model(&again, FORMAT).unmade.as_deref(), Some(why));
    // A protocol that nobody needs may do so.
    let unused = format!("global protocol First(role A, role B) {{ m() from A to B; }}\n{again}");
    assert_eq!(edges(&unused, FORMAT), ["0 -A->B:m- 1"]);
    // Without new roles it is a recursion like any other.
    let plain = "nested protocol N(role A, role B) { m() from A to B; B calls N(B, A); }\n\
                 global protocol P(role A, role B) { A calls N(A, B); }";
    assert_eq!(edges(plain, FORMAT), ["0 -A->B:m- 1", "1 -B->A:m- 0"]);
    assert_refused(&plain.replace("A calls N(A", "do N(A"), "E0310 2:40", "`N` is nested");
    let called = protocol("A calls Q(A, B);") + " global protocol Q(role A, role B) { }";
    assert_refused(&called, "E0310 1:45", "write `do Q(..);`");
    let only = "nested protocol N(role A, role B) { m() from A to B; }";
    assert_refused(only, "E0316 1:17", "calls the nested `N`");
    let new = "global protocol P(role A; new role B) { m() from A to B; }";
    assert_eq!(told(new, FORMAT), ["E0308 1:25"]);
    let parallel =
        protocol("par { A calls N(A, B); } and { } ") + " nested protocol N(role A, role B) { }";
    assert_refused(&parallel, "E0308 1:45", "`calls` in a parallel part");
    let deep = "nested protocol N(role A, role B) { ".repeat(100);
    assert!(told(&deep, FORMAT).contains(&"E0315 1:2321".to_owned()));
}

#[test]
fn the_rest_behind_what_never_ends_is_a_warning() {
    let behind = protocol("rec X { m() from A to B; continue X; n() from A to B; }");
    assert_eq!(told(&behind, FORMAT), ["W0405 1:74"]);
    let endless =
        protocol("rec X { m() from A to B; continue X; } choice at A { n() from A to B; }");
    assert_eq!(told(&endless, FORMAT), ["W0405 1:76"]);
    let called = "global protocol P(role A, role B) { do Q(A, B); n() from A to B; }\n\
                  aux global protocol Q(role A, role B) { m() from A to B; do Q(A, B); }";
    assert_eq!(told(called, FORMAT), ["W0405 1:49"]);
}

#[test]
fn a_local_protocol_is_refused_by_name_without_a_global_one() {
    for text in [
        "local protocol L at A(role A, role B) { m() to B; }",
        "module m;\nlocal protocol L(self A, role B) { m() to B; }",
        "local protocol L at A(role B) instantiates M.P<m()>(A, B);\nlocal protocol M at A(role B) { }",
    ] {
        let at = if text.starts_with("module") { "E0308 2:16" } else { "E0308 1:16" };
        assert_refused(text, at, "`L` is a local protocol");
    }
    let both = "local protocol L at A(role B) { m() to B; }\n\
                global protocol P(role A, role B) { m() from A to B; }";
    assert_eq!(told(both, FORMAT), ["W0406 1:16"]);
    assert_eq!(model(both, FORMAT).description.name, "P");
}

#[test]
fn an_ill_formed_first_protocol_is_not_replaced_by_another() {
    let good = "global protocol Q(role A, role B) { m() from A to B; }";
    for (bad, place) in [
        ("global protocol P(A, B) { m() from A to B; }\n", "E0301 1:19"),
        ("global protocol P(role A, role B) { m() from A to C; }\n", "E0309 1:51"),
        ("global protocol (role A) { m() from A to C; }\n", "E0301 1:17"),
        ("wibble protocol P(role A) { m() from A to C; }\n", "E0301 1:1"),
        ("global protocol P(role A, role B)\n", "E0301 1:34"),
    ] {
        let text = format!("{bad}{good}");
        let told = told(&text, FORMAT);
        assert_eq!(told.first().map(String::as_str), Some(place), "{text}");
    }
}

#[test]
fn what_has_no_meaning_in_a_choreography_is_refused_by_name() {
    for (construct, place) in [
        ("interruptible L: { m() from A to B; } with { stop() by A; }", "E0308 1:45"),
        ("interruptible { m() from A to B; } with { stop by A; }", "E0308 1:45"),
        ("m() from A to B throws Stop;", "E0308 1:61"),
        ("try { m() from A to B; } catch Stop { n() from A to B; }", "E0308 1:45"),
        ("delegate A to B;", "E0308 1:45"),
        ("spawn P(A, B);", "E0308 1:45"),
        ("A creates B as C;", "E0308 1:47"),
        ("A initiates P(A, new B);", "E0308 1:47"),
        ("repeat at A { m() from A to B; }", "E0308 1:45"),
    ] {
        let text = protocol(&format!("choice {construct} o() from A to B; "));
        let text = text.replace("choice ", "x() from A to B; ");
        let shifted: usize = place.rsplit(':').next().unwrap().parse().unwrap();
        let place = format!("E0308 1:{}", shifted + "x() from A to B; ".len() - 8);
        assert_refused(&text, &place, "is not supported");
    }
}

/// Constructs of all kinds in one file.
const ALL: &str = "module m; import far.Off as O; from far.Away import Q;\n\
    type <java> \"I\" from \"rt\" as I; sig <java> \"S\" from \"rt\" as S;\n\
    timed explicit global protocol P<sig M as N, type T>(reliable role A as X, role B, role C) {\n\
    nested protocol Ask(role A; new role W) { q(T) from A to W within [0;1] using a; }\n\
    connect A to B; m(x: int{x > 0}) connect B to C; A -> B, C: n(List<T>); N from A to B;\n\
    rec R [v<A>: int = 0] { choice at A { go from A to B; continue R [v]; } or { stop() from A to B; } }\n\
    par { a() from A to B; } and { b(P@A) from B to C; } unordered { c() from A to B; d() from B to C; }\n\
    A calls Ask(A); wrap A to B; disconnect A and B; (T) from A to B; @\"x\"\n\
    do s: m.Rest<k(T), S>(A as A, C as B); }\n\
    aux global protocol Rest<sig M, sig N>(role A, role B) { M from A to B; N from B to A; }\n\
    local protocol L at A(self A, role B) { m() to B; }\n\
    global protocol I(role A, role B) instantiates Rest<a(), b()>(A, B);";

#[test]
fn a_text_without_a_word_or_with_one_too_many_is_read_or_refused() {
    let errors: Vec<String> = told(ALL, FORMAT);
    assert_eq!(errors.iter().filter(|one| one.starts_with('E')).count(), 3, "{errors:?}");
    assert!(!told_without_guards(ALL).is_empty());
    let bounds: Vec<usize> = ALL
        .char_indices()
        .filter(|(at, c)| {
            let before = ALL[..*at].chars().next_back().unwrap_or(' ');
            !c.is_alphanumeric() || !before.is_alphanumeric()
        })
        .map(|(at, _)| at)
        .chain([ALL.len()])
        .collect();
    for pair in bounds.windows(2) {
        let (before, word, behind) = (&ALL[..pair[0]], &ALL[pair[0]..pair[1]], &ALL[pair[1]..]);
        for text in
            [format!("{before}{behind}"), format!("{before}{word}{word}{behind}"), before.into()]
        {
            let source = Source::new("test", text.as_str());
            let reading = read_with(&source, FORMAT, Guards::Dropped);
            let is_wrong = reading.diagnostics.iter().any(|one| one.code.name.starts_with('E'));
            assert_eq!(reading.model.is_none(), is_wrong, "{text}");
        }
    }
}

#[test]
fn a_long_chain_of_calls_has_a_transition_for_each_message() {
    const LONG: usize = 20_000;
    let protocol = |number: usize| {
        let kind = if number > 0 { "aux global" } else { "global" };
        let next = if number < LONG { format!("do P{}(A, B);", number + 1) } else { String::new() };
        format!("{kind} protocol P{number}(role A, role B) {{ m{number}() from A to B; {next} }}\n")
    };
    let text: String = (0..=LONG).map(protocol).collect();
    let edges = edges(&text, FORMAT);
    assert_eq!(edges.len(), LONG + 1);
    assert_eq!(edges[LONG], format!("{LONG} -A->B:m{LONG}- {}", LONG + 1));
}

#[test]
fn the_last_semicolon_of_a_block_may_be_missing() {
    let text = protocol("choice at A { m() from A to B } or { n() from A to B; }");
    assert_eq!(edges(&text, FORMAT), ["0 -A->B:m- 1", "0 -A->B:n- 1"]);
    assert_eq!(told(&text, FORMAT), ["W0412 1:66"]);
    assert_eq!(told(&protocol("m() from A to B n() from A to B;"), FORMAT), ["E0301 1:52"]);
}
