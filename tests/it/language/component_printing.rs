//! Formatter and printer of component systems: nothing is lost, and what is printed reads as the same system.

use std::path::Path;

use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::component::{
    FunctionRegistry, Model, NoPackages, format, print, read,
};
use scm_check::internals::model::component::Composite;

/// A text with all constructs, in a layout of its own.
const ALL: &str = "/* a block
   comment */
@cpp(src=\"a.cpp\") package nested   // of types
  const data int N=3,M = N*2
  const data float half=1/2.0
  extern function work( int n )
  port type P()  port type Q(int x,float y)
  // a comment
  //   of two lines
  @cpp(foo=bar, obj=\"foo.o,bar.o\") atom type A( int n )


    @range(a=\"0..7\" , b=\"-3..3\")
    data int a=n+M, b=0   // two
    export data float y=half data bool t=n>2&&!false
    data string s=\"a \\\"text\\\" //\"
    export port Q q(a,y) port P alone( ),
      other()
    place s0,s1, /* inline */ s2
    initial to s0 do{a=a%8;if(t)then b=1;y=y*2;else b= - 1;fi work(100);}
    on q from s0 to s1
      provided(a<7&&(b-1-(2-b))<5)
      do { a = a+1; }
    on alone from s1 to s2 do { }
    on other from s1 to s2
    internal from s2 to s0 provided (t?a>0:a<0) do {
       // comment inside
       a = (a<<1)&7; // behind

       b = -b - -1;
    }
    priority first q<alone provided (a==0)  priority second provided(a!=0) alone<q
    // before the end
  end
  connector type C(Q l,Q r) data int d define l' r
    on l r provided(l.x+r.x>0) up{d=max(l.x,r.x);} down{l.x=d;r.x=d;r.y=l.x;}
    on l down{l.x=0;}
  end
  connector type One(P p) define p end
  atom type Leaf() export port P p() place l initial to l on p from l to l end
  compound type Cell(int k)
    component A left(k),right(k+1)
    connector C c(left.q,right.q)
    priority p1 c:left.q < c:left.q,right.q
    priority p0 *:* < c:left.q,right.q
    export port left.q as q export data left.a as a
  end
  compound type Main()
    component Cell x(1),y(2)
    component Leaf leaf(), leaf2()
    connector C c(x.q,
       y.q)
    connector One l(leaf.p), l2(leaf2.p)
    priority p2 *:* < l:* provided (x.a > 1 || y.left.b < 2)
    priority p3 c:* < l:leaf.p
  end
end // of all
";

fn model(text: &str) -> Option<Model> {
    let source = Source::new("t.bip", text);
    read(&source, &mut NoPackages, &FunctionRegistry::default()).model
}

/// Returns a composite as text, without the places of operations and the names of types.
fn described(composite: &Composite) -> String {
    let mut parts = composite.parts().clone();
    for connector in &mut parts.connectors {
        connector.kind.clear();
    }
    for rule in &mut parts.priorities {
        rule.name.clear();
    }
    let text = format!("{parts:?} {:?}", composite.interactions());
    // Atoms and ports name their types once each, places of operations are `SiteId(3)`.
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("SiteId(") {
        plain += &rest[..at];
        rest = &rest[at..];
        rest = &rest[rest.find(')').unwrap()..];
    }
    plain + rest
}

/// Returns the texts of the bundled models, and the one above.
fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/components");
    let mut texts = vec![ALL.to_owned()];
    if let Ok(files) = std::fs::read_dir(root) {
        let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        paths.sort();
        texts.extend(
            paths
                .iter()
                .filter(|path| path.extension().is_some_and(|end| end == "bip"))
                .map(|path| std::fs::read_to_string(path).unwrap()),
        );
    }
    texts
}

#[test]
fn formatting_keeps_the_system_and_is_idempotent() {
    for text in texts() {
        let formatted = format(&Source::new("t.bip", &*text)).expect("the text is right");
        let again = format(&Source::new("t.bip", &*formatted)).expect("it is still right");
        assert_eq!(formatted, again);
        let (before, after) = (model(&text).unwrap(), model(&formatted).unwrap());
        assert_eq!(format!("{:?}", before.composite), format!("{:?}", after.composite));
        assert_eq!(before.expectations, after.expectations);
        assert_eq!(format!("{:?}", before.properties), format!("{:?}", after.properties));
        let words = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(words(&text), words(&formatted), "only blanks differ");
    }
}

#[test]
fn the_layout_is_that_of_the_house() {
    let formatted = format(&Source::new("t.bip", ALL)).unwrap();
    let expected = include_str!("snapshots/component_layout.bip");
    assert_eq!(formatted, expected, "{formatted}");
}

#[test]
fn comments_between_two_words_of_a_type_stand_behind_them() {
    for comment in ["/* c */", "// c\n"] {
        let text =
            format!("package p\n  port {comment} type P() atom\n{comment} type A() end\nend");
        let formatted = format(&Source::new("t.bip", text)).unwrap();
        assert_eq!(formatted.matches(comment.trim_end()).count(), 2, "{formatted}");
        let again = format(&Source::new("t.bip", &*formatted)).unwrap();
        assert_eq!(again, formatted);
    }
}

#[test]
fn bundled_models_are_in_the_canonical_layout() {
    for text in texts().into_iter().skip(1) {
        assert_eq!(format(&Source::new("t.bip", &*text)).unwrap(), text);
    }
}

#[test]
fn what_is_printed_reads_as_the_same_system() {
    for text in texts() {
        let first = model(&text).expect("the text is right");
        let printed = print(&first.composite, &first.properties);
        let second = model(&printed).unwrap_or_else(|| panic!("{printed}"));
        let names = |one: &Model| {
            let names = one.composite.interactions().iter().map(|one| one.name.clone());
            names.collect::<Vec<_>>()
        };
        assert_eq!(names(&first), names(&second));
        assert_eq!(first.composite.initial_state(), second.composite.initial_state());
        assert_eq!(print(&second.composite, &second.properties), printed);
        let formatted = format(&Source::new("printed.bip", &*printed)).unwrap();
        assert_eq!(formatted, printed);
    }
}

#[test]
fn a_printed_flat_system_has_the_same_parts() {
    let text = include_str!("../../../models/components/task.bip");
    let first = model(text).unwrap().composite;
    let second = model(&print(&first, &[])).unwrap().composite;
    assert_eq!(described(&first), described(&second));
}

#[test]
fn texts_with_errors_are_not_formatted() {
    for text in
        ["package t port type P( end", "package t atom type A() place a, b initial to a, b end end"]
    {
        assert!(format(&Source::new("t.bip", text)).is_err());
    }
}
