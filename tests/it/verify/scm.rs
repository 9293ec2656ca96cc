//! Models as the checker reads them.

use verify::Verdict;
use verify::scm::read;
use verify::system::{ChannelMessage, System};

fn model(guard: &str, contents: &str) -> String {
    format!(
        "scm t : nb_channels = 2 ; parameters : int a ; int b ; automaton A : initial : 0 \
         state 0 : to 007 : when {guard} , 0 ! a ; to 7 : when true , 0 ! b ; \
         state 7 : to 0 : when true , 1 ! a ; to 0 : when true , 1 ! b ; \
         bad_states : (automaton A : in 7 : true with {contents})"
    )
}

fn system(text: &str) -> System {
    read(text.as_bytes()).unwrap()
}

/// Returns contents of channels: the numbers of the messages in each of them.
fn held(contents: &[&[usize]]) -> Vec<ChannelMessage> {
    let of_channel = |(channel, held): (usize, &&[usize])| {
        held.iter().map(|&message| ChannelMessage { channel, message }).collect::<Vec<_>>()
    };
    contents.iter().enumerate().flat_map(of_channel).collect()
}

#[test]
fn both_spellings_and_comments_are_read() {
    let text = "/* /* */ */ scm t : nb_channels: 3 ; // x\n//# bag_buffers = 0, 2\nlossy : 1 parameters = int a ; \
                automaton A : initial: 0, 1; state 0 : to 01 : when true , 1 ! a ; state 1 :";
    let system = system(text);
    assert_eq!(system.bags, [true, false, true]);
    assert_eq!(system.participants[0].initial, [0, 1]);
    let transitions = &system.state(0, 0).transitions;
    assert_eq!(transitions.len(), 2, "the send and its twin");
    assert!(transitions[1].lost.is_some() && transitions[0].lost.is_none());
}

#[test]
fn what_is_not_understood_is_unsupported_with_its_statement() {
    for (text, why) in [
        ("scm t : nb_channels = 0 ;", "`nb_channels = 0 ;`"),
        ("scm t : nb_channels = 70000 ;", "`nb_channels = 70000 ;`"),
        ("scm t : nb_channels = 1 ; nb_channels = 2 ;", "`nb_channels`"),
        ("scm t :\nnb_channels 1", "`nb_channels 1`"),
        ("scm t : /* x", "a comment that does not end"),
        ("scm t : /* /*/ */ nb_channels = 1", "a comment that does not end"),
        ("scm t : 1 / 2", "`1`"),
        ("scm t : \u{1}", "`\u{1}`"),
        ("scm t : \u{e9}", "`\u{e9}`"),
        (&model("not true or a < 1", "#"), "when not true or a < 1 ,`"),
        (&model("x == 0", "#"), "`to 007 : when x ==`"),
        (&model("true with x = 1", "#"), "`to 007 : when true with`"),
        (&model("true , 0 ! b", "#"), "when true , 0 ! b ,`"),
        (&model("true", "c"), "`with c )`"),
        (&model("true", "a.(b"), "`with a . ( b )`"),
        (&model("true", "a.b)"), "`with a . b ) )`"),
        (&model("true", "a b"), "`with a b )`"),
        (&model("true", "a|"), "`with a | )`"),
        (&model("true", "0 = a, 0 = b"), "0 = b"),
        (&model("true", "2 = a"), "2 = a"),
        (&model("true", "#").replace("int b", "int b = true"), "`int b = true ;`"),
        (&model("true", "#").replace("initial", "int x = z ; initial"), "`int x = z ;`"),
        (&model("true", "#").replace("initial : 0", ""), "`state`"),
        (
            &model("true", "#").replace(": 0 state", ": 0 state 0 : to 0 : when true ; state"),
            "`state 0 : to`",
        ),
        (
            &model("true", "#").replace("bad_states", "automaton A : bad_states"),
            "`automaton A : bad_states`",
        ),
        (
            &model("true", "#").replace("in 7", "in 7 : true automaton A : in 7"),
            "`in 7 : true with`",
        ),
        (&model("true", "#").replace("in 7", "in 8"), "`in 8 : true`"),
        (&model("true", "#").replace("bad_states", "threshold : 1 bad_states"), "threshold`"),
        // It would come too late for the sends before it.
        (&format!("{} lossy : 0", model("true", "#")), "lossy`"),
        (&format!("{} //# bag_buffers = 2", model("true", "#")), "`nb_channels = 2 ;"),
        (&format!("{} //# bag_buffers = 0 1", model("true", "#")), "`nb_channels = 2 ;"),
    ] {
        let Err(Verdict::Unsupported(found)) = read(text.as_bytes()) else {
            panic!("{text} is read")
        };
        assert!(found.contains(why), "{found}, not {why}");
    }
}

#[test]
fn deep_and_long_texts_are_judged() {
    for repeated in ["(", "/*", "a.(", "a|", ")", "^*", "//# bag_buffers //#", "bad_states : ("] {
        for text in [model("true", &repeated.repeat(100_000)), repeated.repeat(100_000)] {
            assert!(matches!(read(text.as_bytes()), Err(Verdict::Unsupported(_))), "{repeated}");
        }
    }
    let nested = format!("{}a{}.#", "(".repeat(50_000), ")^*".repeat(50_000));
    assert_eq!(system(&model("true", &nested)).specifications.len(), 1);
    let nested = "/* ".repeat(200_000) + &"*/ ".repeat(200_000) + &model("true", "#");
    assert_eq!(system(&nested).participants.len(), 1);
    let long = format!("{}#", "a.(b|_).".repeat(50_000));
    assert_eq!(system(&model("true", &long)).specifications.len(), 1);
}

#[test]
fn several_specifications_are_kept_apart() {
    let text = model("true", "(a|b).#")
        + "(automaton A : in 0 : true in 7 : true) (automaton A : in 0 : true with #.(a))";
    let system = system(&text);
    let specifications = &system.specifications;
    let states = |i: usize| specifications[i].control[&0].len();
    assert_eq!([states(0), states(1), states(2)], [1, 2, 1]);
    assert!(specifications[0].contents.is_some() && specifications[1].contents.is_none());
    let last = specifications[2].contents.as_ref().unwrap();
    assert!(last.accepts(&system, &held(&[&[], &[0]])));
}

#[test]
fn contents_are_matched() {
    let words = |contents: &str| {
        let system = system(&model("true", contents));
        move |first: &[usize], second: &[usize]| {
            let nfa = system.specifications[0].contents.as_ref().unwrap();
            nfa.accepts(&system, &held(&[first, second]))
        }
    };
    let chain = words("a.(b|_)^*.#.?");
    assert!(chain(&[0], &[1]) && chain(&[0, 1, 1], &[0]));
    assert!(!chain(&[0], &[]) && !chain(&[1], &[0]) && !chain(&[0, 1, 0], &[0]));
    let channels = words("1 = a^+.*");
    assert!(channels(&[1, 1, 0], &[0, 0, 1]) && !channels(&[], &[]) && !channels(&[], &[1]));
    let nested = words("((a^*)^+)^*.#.b^*^+");
    assert!(nested(&[], &[]) && nested(&[0, 0], &[1, 1]) && !nested(&[1], &[]));
}

#[test]
fn a_bag_may_hold_anything() {
    let text = format!("//# bag_buffers = 0\n{}", model("true", "*.#.a"));
    let system = system(&text);
    let nfa = system.specifications[0].contents.as_ref().unwrap();
    assert!(nfa.accepts(&system, &held(&[&[1, 0], &[0]])));
    assert!(!nfa.accepts(&system, &held(&[&[1, 0], &[1]])));
}
