//! Diagnostics about texts of component systems: each code, with its place and its advice.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use scm_check::internals::kernel::diagnostics::{CodePage, Diagnostic};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::component::{FunctionRegistry, Packages, codes, read};
use scm_check::internals::language::scm;

/// A text in which nothing is wrong, with holes for what is.
#[derive(Clone, Copy, Default)]
struct Holes<'a> {
    head: &'a str,
    atom: &'a str,
    connector: &'a str,
    types: &'a str,
    compound: &'a str,
}

impl Holes<'_> {
    fn text(self) -> String {
        let Holes { head, atom, connector, types, compound } = self;
        format!(
            "package t
  {head}
  port type P()
  port type Q(int x)
  atom type A()
    data int v = 0, w = 1, total = 2
    data bool b = false
    data float f = 0.0
    data string z = \"\"
    export port Q q(v)
    port P own()
    place s, r
    initial to s
    on q from s to r
    on own from r to s
    {atom}
  end
  connector type C(Q l, Q m)
    data int d
    define l' m
    {connector}
  end
  {types}
  compound type Main()
    component A a1(), a2()
    connector C c(a1.q, a2.q)
    {compound}
  end
end
"
        )
    }
}

/// The packages `good`, `bad` (with an error in line 2), `other` (called otherwise) and `twin` (with a type `P`).
struct Beside;

impl Packages for Beside {
    fn text(&mut self, path: &str) -> Result<Source, String> {
        let text = match path {
            "parts/good.bip" => "package parts.good port type R() end",
            "bad.bip" => "package bad\n port type R(\nend",
            "other.bip" => "package another end",
            "twin.bip" => "package twin port type P() end",
            _ => return Err("no such file".to_owned()),
        };
        Ok(Source::new(path, text))
    }
}

fn diagnostics(source: &Source) -> Vec<Diagnostic> {
    let reading = read(source, &mut Beside, &FunctionRegistry::default());
    let is_error = |one: &Diagnostic| one.code.name.starts_with('E');
    assert_eq!(reading.model.is_none(), reading.diagnostics.iter().any(is_error));
    reading.diagnostics
}

/// Returns a text without the marks `«` and `»`, and the place between them.
fn marked(text: &str) -> (String, (usize, usize)) {
    let start = text.find('«').expect("a place is marked");
    let end = text.find('»').expect("the place ends") - '«'.len_utf8();
    (text.replace(['«', '»'], ""), (start, end))
}

/// Cases: the code, the text, and words of the message or the advice. The marked place is that of the only diagnostic.
fn cases() -> Vec<(&'static str, String, &'static str)> {
    let head = |head: &str| Holes { head, ..Holes::default() }.text();
    let atom = |atom: &str| Holes { atom, ..Holes::default() }.text();
    let connector = |connector: &str| Holes { connector, ..Holes::default() }.text();
    let types = |types: &str| Holes { types, ..Holes::default() }.text();
    let compound = |compound: &str| Holes { compound, ..Holes::default() }.text();
    let action = |action: &str| atom(&format!("on q from r to s do {{ {action} }}"));
    vec![
        ("E1001", atom("on q from s «r»"), "expected `to` or `,`, found `r`"),
        ("E1001", atom("«plase» x"), "did you mean `place`?"),
        ("E1001", action("v «+»= 1;"), "an assignment is written `x = x + 1;`"),
        ("E1001", action("v = 1 «2»;"), "expected `;` or an operator"),
        ("E1001", action("if (b) then v = 1; fi«;»"), "`fi` ends without `;`"),
        ("E1001", atom("data int y = 0«;»"), "declarations end without `;`"),
        ("E1001", "«port type» P() end".to_owned(), "expected `package`"),
        ("E1001", atom("on q from r to s provided (a1«@»s)"), "stand in properties only"),
        ("E1002", connector("define «[»l m«").replacen('«', "", 0), "brackets"),
        ("E1003", head("const data string y = «\"open»"), "does not end"),
        ("E1003", "package t «/*» end".to_owned(), "this comment does not end"),
        ("E1003", head("«@cpp»(a=\"b\""), "this annotation does not end"),
        ("E1004", types("connector type One(P p) define p«» port type R()"), "expected `end`"),
        (
            "E1004",
            Holes::default().text().trim_end().trim_end_matches("end").trim_end().to_owned() + "«»",
            "found the end of the file",
        ),
        ("E1004", types("port type R() «end»"), "one `end` too many"),
        ("E1005", action("v = 1«» w = 2;"), "write `;` here"),
        ("E1006", atom("place «on», off"), "`on` is a reserved word, expected a place"),
        ("E1007", action(&format!("v = {}«(»v;", "(".repeat(255))), "256"),
        ("E1008", action("v = «9223372036854775808»;"), "`int` of 64 bits"),
        ("E1008", action("f = «1e999»;"), "`float` of 64 bits"),
        ("E1010", atom("on q from r to s «when» (b)"), "`when` belongs to clocks"),
        ("E1010", atom("on q from r to s «resume» c"), "`resume` belongs to clocks"),
        (
            "E1010",
            types("«timed» atom type B() place s initial to s end"),
            "`timed` belongs to clocks",
        ),
        ("E1011", connector("«export port P both()»"), "connectors of connectors"),
        ("E1011", compound("connector C e(a1.q, «c.q»)"), "`c` is a connector"),
        ("E1012", atom("on q from «r, s» to s"), "several places at once"),
        ("E1012", atom("on q from r to «r, s»"), "several places at once"),
        ("E1013", head("extern «data» type IntList"), "extern types"),
        ("E1014", head("extern «operator» string +(string, string)"), "extern operators"),
        ("E1015", head("extern «port type» R()"), "external ports"),
        ("E1015", atom("«external» port P button()"), "external ports"),
        ("E1016", atom("«invariant» i at s"), "an `invariant` is not supported"),
        (
            "E1017",
            types("connector type D(Q l, Q m, Q n) define «(l m)'» n end"),
            "a nested `define` is not supported",
        ),
        ("E1018", atom("export port P e(), g() «as h»"), "merged ports"),
        ("E1018", compound("export port «a1.q, a2.q» as q"), "merged ports"),
        ("E1019", head("extern function int «rand»()"), "nothing computes it"),
        ("E1020", action("«vv» = 1;"), "there is no variable `vv`"),
        ("E1020", action("v = «totl»;"), "did you mean `total`?"),
        ("E1020", atom("on q from r to «t»"), "there is no place `t`"),
        ("E1020", atom("on «p» from r to s"), "there is no port `p`"),
        ("E1020", action("v = «aks»(v);"), "did you mean `abs`?"),
        ("E1020", action("«work»(1);"), "extern function work(int)"),
        ("E1020", connector("on l m down { «n».x = 1; }"), "the connector has no port `n`"),
        ("E1020", connector("on l m down { l.«y» = 1; }"), "the port `l` has no datum `y`"),
        ("E1020", connector("on l m up { «e» = l.x; }"), "there is no datum of the connector `e`"),
        ("E1020", compound("connector C e(«a3».q, a2.q)"), "did you mean `a1`?"),
        ("E1020", compound("connector C e(a1.«owm», a2.q)"), "did you mean `own`?"),
        ("E1020", compound("connector C e(«a1», a2.q)"), "write `a1.port`"),
        ("E1020", compound("priority p c:* < «e»:*"), "the compound has no connector `e`"),
        ("E1020", compound("export data a1.«vv» as v"), "there is no datum `a1.vv`"),
        (
            "E1020",
            compound("priority p c:a1.q < c:* provided («a1.vv» > 0)"),
            "there is no variable `a1.vv`",
        ),
        ("E1021", atom("data «integer» y = 0"), "did you mean `int`?"),
        ("E1021", atom("data «IntList» y = 0"), "data are of the types"),
        ("E1021", compound("component «AA» a3()"), "there is no atom or compound type `AA`"),
        ("E1021", compound("connector «CC» e(a1.q, a2.q)"), "there is no connector type `CC`"),
        ("E1021", atom("port «PP» e()"), "there is no port type `PP`"),
        ("E1021", atom("port «lib.P» e()"), "write `use lib`"),
        ("E1022", atom("place «s»"), "the place `s` is declared twice"),
        ("E1022", atom("data int «v» = 0"), "the variable `v` is declared twice"),
        ("E1022", atom("port P «own»()"), "the port `own` is declared twice"),
        ("E1022", atom("«initial to r»"), "an atom has one initial transition"),
        ("E1022", head("const data int n = 1, «n» = 2"), "the constant `n` is declared twice"),
        (
            "E1022",
            types("atom type «A»() place s initial to s end"),
            "the type `A` is declared twice",
        ),
        ("E1022", compound("connector C «a1»(a1.q, a2.q)"), "`a1` is declared twice"),
        ("E1022", connector("on l m up { d = 1; } «on m l up { d = 2; }»"), "stands twice"),
        (
            "E1022",
            atom("priority p provided (b) own < q provided («!b»)"),
            "this rule has two conditions",
        ),
        ("E1023", head("use twin").replace("port P own", "port «P» own"), "`t.P` or `twin.P`"),
        ("E1024", "package «t» port type P() end".to_owned(), "no compound type"),
        ("E1024", types("atom type «B»() place s end"), "has no initial place"),
        ("E1024", types("connector type «D»(P p) end"), "write `define p`"),
        ("E1024", types("connector type D(P p, P q) «define p» end"), "leaves the port `q` out"),
        ("E1024", types("compound type «D»() end"), "has no components"),
        ("E1025", action("v = «b»;"), "expected an `int`, found a `bool`"),
        ("E1025", action("v = «f + 1»;"), "expected an `int`, found a `float`"),
        ("E1025", action("b = «v» && b;"), "`&&` takes `bool`s, found an `int`"),
        ("E1025", action("v = «z» + 1;"), "`+` takes numbers, found a `string`"),
        ("E1025", action("v = v % «f»;"), "`%` takes `int`s, found a `float`"),
        ("E1025", action("v = !«v» ? 1 : 2;"), "`!` takes a `bool`"),
        ("E1025", action("b = «v == b»;"), "these are of different types"),
        ("E1025", atom("on q from r to s provided («v»)"), "compare the number"),
        ("E1025", atom("port Q e(«b»)"), "has the type `int`, `b` has the type `bool`"),
        (
            "E1025",
            types("connector type D(P p) define p end")
                .replace("port P own", "export port P own")
                .replace(
                    "    connector C c(",
                    "    connector D o1(a1.own), o2(a2.own), e(«a1.q»)\n    connector C c(",
                ),
            "expected a port of the type `P`, found one of `Q`",
        ),
        (
            "E1028",
            head("const data bool b = false && 1 / 0 == 1 || «1 / 0» == 1"),
            "division by zero",
        ),
        ("E1026", compound("component A «a3»(1)"), "takes no arguments, found 1"),
        ("E1026", compound("connector C «e»(a1.q)"), "joins 2 ports, found 1"),
        ("E1026", atom("port Q «e»()"), "has 1 data, found 0"),
        ("E1026", action("v = «min»(v);"), "takes 2 arguments, found 1"),
        ("E1026", head("").replace("Main()", "Main(int «n»)"), "which has parameters"),
        (
            "E1027",
            types("atom type B(int n) place s initial to s do { «n» = 1; } end"),
            "it is a parameter",
        ),
        ("E1027", connector("on l m up { «l.x» = 1; }"), "`up` sets the data of the connector"),
        (
            "E1027",
            Holes {
                head: "const data int n = 1",
                atom: "on q from r to s do { «n» = 2; }",
                ..Holes::default()
            }
            .text(),
            "it is a constant",
        ),
        ("E1028", head("const data int n = 2 + «1 / 0»"), "division by zero"),
        ("E1028", atom("data int y = «v»"), "set it in `initial to"),
        (
            "E1030",
            types("connector type D(P p) define p end")
                .replace("    connector C c(", "    connector D e(«a1.own»)\n    connector C c("),
            "is not exported",
        ),
        (
            "E1031",
            atom("export port Q e(v)").replace("c(a1.q, a2.q)", "c(a1.q, a2.q), h(a1.q, «a1.e»)"),
            "stands in the connector twice",
        ),
        (
            "E1032",
            connector("on «m» down { m.x = 1; }"),
            "an interaction has all ports or a trigger",
        ),
        (
            "E1032",
            compound("priority p c:«a2.q» < c:a1.q,a2.q"),
            "no interaction of the connector `c`",
        ),
        ("E1032", compound("priority p c:«a1.own» < c:a1.q,a2.q"), "does not join `a1.own`"),
        ("E1033", connector("on l down { «m».x = 1; }"), "does not take part"),
        ("E1033", connector("on l m provided («d» > 0)"), "after the guard is read"),
        (
            "E1034",
            compound("connector C e(a1.q, a2.q) priority p c:* < e:* «priority r e:* < c:*»"),
            "higher than itself",
        ),
        ("E1034", compound("«priority p *:* < *:*»"), "`*:* < *:*`"),
        ("E1034", atom("priority p q < own «priority n own < q»"), "higher than itself"),
        ("E1034", atom("«priority p * < *»"), "higher than itself"),
        ("E1036", compound("component Main «a3»()"), "contains itself"),
        ("E1037", atom("@range(«x=0..7») data int y = 0"), "write `@range(x=\"0..7\")`"),
        ("E1037", atom("@range(«x=\"0..7\"») data int y = 0"), "declares no `x`"),
        ("E1037", atom("@range(«y=\"7..0\"») data int y = 0"), "this range is empty"),
        ("E1037", atom("@range(«y=\"0..7\"») data bool y = true"), "is no `int`"),
        ("E1037", atom("«@range(y=\"0..7\")» port P e()"), "no `data` of an atom"),
        ("E1038", head("use «lib.none»"), "`lib/none.bip`: no such file"),
        ("E1038", head("use «other»"), "`other.bip` holds the package `another`"),
        ("E1038", head("use «bad»"), "bad.bip has an error; line 3:"),
        ("W1001", atom("«on q from s to s»"), "BIP 2 forbids this"),
        ("W1002", atom("export port P «e»()"), "it never fires"),
        ("W1002", compound("component A «a3»()"), "the port `q` of `a3`"),
        ("W1003", atom("data int «y»"), "it starts at `0`"),
        (
            "W1004",
            Holes {
                head: "extern function printf(string)",
                atom: "on q from r to s do { «printf»(z); printf(z); }",
                ..Holes::default()
            }
            .text(),
            "`printf` does nothing",
        ),
        (
            "W1004",
            Holes {
                head: "extern function work(int)",
                connector: "on l m up { «work»(10); }",
                ..Holes::default()
            }
            .text(),
            "transfers take no time",
        ),
        ("W1004", action("«abs»(v);"), "its result is not used"),
        (
            "W1005",
            compound("priority p c:a1.q < c:* provided («a1.w > 0»)"),
            "asks for `export data` where `a1.w` is declared",
        ),
    ]
}

#[test]
fn each_mistake_is_reported_once_at_its_place() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (code, text, words) in cases() {
        *seen.entry(code).or_default() += 1;
        let (text, place) = marked(&text);
        let source = Source::new("t.bip", text);
        let found = diagnostics(&source);
        let described: Vec<String> = found
            .iter()
            .map(|one| {
                let span = one.primary.span;
                let text = source.slice(span);
                format!(
                    "{} `{text}` {}: {} | {}",
                    one.code.name,
                    span.start(),
                    one.message,
                    one.help.join(" ")
                )
            })
            .collect();
        let is_right = match &*found {
            [only] => {
                let span = only.primary.span;
                let all = format!("{} {} {}", only.message, only.help.join(" "), only.primary.text);
                only.code.name == code && (span.start(), span.end()) == place && all.contains(words)
            }
            _ => false,
        };
        if !is_right {
            wrong.push(format!("{code} at {place:?} {words}: found {described:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let all: BTreeSet<&str> = CodePage::all(codes::PAGES).map(|page| page.code.name).collect();
    let missing: Vec<_> = all.iter().filter(|code| !seen.contains_key(*code)).collect();
    assert_eq!(missing, [&"E1035"], "the others have a case here");
}

#[test]
fn a_text_without_holes_has_no_mistakes() {
    let source = Source::new("t.bip", Holes::default().text());
    assert_eq!(diagnostics(&source), []);
}

#[test]
fn too_many_interactions_are_reported_at_their_connector() {
    let ports: Vec<String> = (0..15).map(|index| format!("Q p{index}")).collect();
    let names: Vec<String> = (0..15).map(|index| format!("p{index}")).collect();
    let components: Vec<String> = (0..15).map(|index| format!("x{index}()")).collect();
    let ends: Vec<String> = (0..15).map(|index| format!("x{index}.q")).collect();
    let text = Holes {
        types: &format!("connector type D({}) define {}' end", ports.join(","), names.join(" ")),
        compound: &format!(
            "component A {} connector D «many»({})",
            components.join(","),
            ends.join(",")
        ),
        ..Holes::default()
    };
    let (text, (start, _)) = marked(&text.text());
    let found = diagnostics(&Source::new("t.bip", text));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].code, found[0].primary.span.start()), (codes::TOO_MANY, start));
}

#[test]
fn nested_compounds_are_bounded_in_depth_and_number() {
    for (types, copies, message) in
        [(300, 1, "deeper than 200 levels"), (40, 2, "more than 100000")]
    {
        let mut text = "package t atom type A() place s initial to s end\n".to_owned();
        text += "compound type C0() component A a() end\n";
        for level in 1..types {
            let below = level - 1;
            let names: Vec<String> = (0..copies).map(|copy| format!("c{copy}()")).collect();
            let names = names.join(",");
            let _ = writeln!(text, "compound type C{level}() component C{below} {names} end");
        }
        let found = diagnostics(&Source::new("t.bip", text + "end"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].message.contains(message), "{found:?}");
    }
}

#[test]
fn texts_in_other_languages_are_recognised() {
    let model = "scm t : nb_channels = 1 ; parameters : int m ;";
    let found = diagnostics(&Source::new("t.bip", model));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].message, "expected the language BIP, found SCM");
    let found = scm::read(&Source::new("t.scm", Holes::default().text())).diagnostics;
    assert_eq!(found[0].message, "expected the language SCM, found BIP");
}

#[test]
fn many_mistakes_are_found_in_one_run() {
    let text = Holes {
        head: "const data int n = m",
        atom: "data int y = true on q from nowhere to s do { v = ; w = b; }",
        connector: "on m",
        compound: "component B a3()",
        ..Holes::default()
    };
    let found = diagnostics(&Source::new("t.bip", text.text()));
    let codes: Vec<&str> = found.iter().map(|one| one.code.name).collect();
    // Unknown names are not reported where a syntax error may have swallowed their declarations.
    assert_eq!(codes, ["E1025", "E1001", "E1025", "E1032"], "{found:#?}");
}

#[test]
fn a_transfer_may_use_a_port_whose_variable_was_swallowed() {
    let holes = Holes { connector: "on l m up { d = l.x; } down { m.x = d; }", ..Holes::default() };
    let text = holes.text().replace("data int v = 0,", "data int 0 v,");
    let found = diagnostics(&Source::new("t.bip", text));
    assert!(!found.is_empty() && found.iter().all(|one| one.code.name == "E1001"), "{found:#?}");
}
