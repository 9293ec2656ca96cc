//! Warnings about likely mistakes: what each is about, and how often a wrong channel number gets one at its place.

use std::fmt::Write as _;
use std::fs;

use crate::support::bundled_systems::models;
use crate::support::cases::shuffle;
use scm_check::internals::kernel::base::Random;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::{scm, system::Model};

/// Returns the warnings of a text as `CODE LINE: message`, with its first help behind ` / `.
fn warnings(text: &str) -> Vec<String> {
    let source = Source::new("m.scm", text);
    let diagnostics = scm::read(&source).diagnostics.into_iter();
    let told = diagnostics.map(|one| {
        let line = source.line_of(one.primary.span.start());
        let help = one.help.first().map(|help| format!(" / {help}")).unwrap_or_default();
        format!("{} {line}: {}{help}", one.code.name, one.message)
    });
    told.collect()
}

/// Returns a model with channels 0 and 1, messages `a` and `b`, and the given automata, from line 6 on.
fn model(automata: &[&str]) -> String {
    let mut text = "scm m :\nnb_channels = 2 ;\nparameters :\nint a ;\nint b ;\n".to_owned();
    for (number, states) in automata.iter().enumerate() {
        writeln!(text, "automaton p{number} : initial : 0\n{states}").unwrap();
    }
    text
}

#[test]
fn a_message_with_one_end_is_named_with_what_was_meant() {
    let text = model(&[
        "state 0 :\nto 0 : when true , 0 ! a ;\nto 0 : when true , 1 ! b ;",
        "state 0 :\nto 0 : when true , 0 ? a ;\nto 0 : when true , 0 ? b ;\nto 0 : when true , 1 ? a ;",
    ]);
    assert_eq!(
        warnings(&text),
        [
            "W0311 9: `b` is sent on channel 1, and nobody receives it there / \
             on channel 0 `b` is received and never sent: did you mean 0?",
            "W0312 13: `b` is received on channel 0, and nobody sends it there / \
             on channel 1 `b` is sent and never received: did you mean 1?",
            "W0312 14: `a` is received on channel 1, and nobody sends it there / \
             on channel 1 `b` is sent and never received: did you mean `b`?",
        ]
    );
}

#[test]
fn a_channel_with_one_end_is_named_once() {
    let text = model(&[
        "state 0 :\nto 0 : when true , 0 ! a ;\nto 0 : when true , 0 ! b ;",
        "state 0 :\nto 0 : when true , 1 ? b ;",
    ]);
    assert_eq!(
        warnings(&text),
        [
            "W0313 8: channel 0 is written, and nobody reads it",
            "W0314 10: `p1` can never do anything",
            "W0313 12: channel 1 is read, and nobody writes to it / \
             on channel 0 `b` is sent and never received: did you mean 0?",
        ]
    );
}

#[test]
fn a_participant_without_transitions_cannot_move() {
    let both = "state 0 :\nto 0 : when true , 0 ! a ;\nto 0 : when true , 0 ? a ;\n\
                to 0 : when true , 1 ! b ;\nto 0 : when true , 1 ? b ;";
    let text = model(&[both, "state 0 :"]);
    assert_eq!(warnings(&text), ["W0314 12: `p1` can never do anything"]);
    assert_eq!(warnings(&model(&[both])), [""; 0]);
}

#[test]
fn a_second_reader_of_a_fifo_channel_is_named_and_of_a_bag_is_not() {
    let writer = "state 0 :\nto 0 : when true , 0 ! a ;\nto 0 : when true , 0 ! b ;";
    let often = "state 0 :\nto 0 : when true , 0 ? a ;\nto 0 : when true , 0 ? b ;";
    let text = model(&[writer, "state 0 :\nto 0 : when true , 0 ? a ;", often]);
    let text = text.replace("= 2", "= 1");
    assert_eq!(
        warnings(&text),
        [
            "W0315 12: `p1` and `p2` receive from FIFO channel 0, and may take what is meant for another"
        ]
    );
    assert_eq!(warnings(&text.replace("= 1 ;", "= 1 ; //# bag_buffers = 0")), [""; 0]);
}

#[test]
fn a_send_by_somebody_else_is_named_if_it_is_the_only_one() {
    let [p0, p1] = [("0", "1"), ("1", "0")].map(|(out, back)| {
        format!(
            "state 0 :\nto 0 : when true , {out} ! a ;\nto 0 : when true , {out} ! b ;\n\
             to 0 : when true , {back} ? a ;\nto 0 : when true , {back} ? b ;"
        )
    });
    assert_eq!(warnings(&model(&[&p0, &p1])), [""; 0]);
    let wrong = p1.replacen("1 ! b", "0 ! b", 1);
    assert_eq!(
        warnings(&model(&[&p0, &wrong])),
        [
            "W0312 11: `b` is received on channel 1, and nobody sends it there",
            "W0317 15: only here `p1` sends on channel 0, on which otherwise `p0` sends / \
             every other channel has one sender: did you mean another channel?",
        ]
    );
}

#[test]
fn bad_states_that_cannot_be_are_named() {
    let automata = ["state 0 :\nto 0 : when true , 0 ! a ;\nto 0 : when true , 0 ? a ;\n\
                     to 0 : when true , 1 ! b ;\nto 0 : when true , 1 ? b ;"];
    let text = model(&automata);
    for (bad, is_possible) in [
        ("(automaton p0 : in 0 : true)", true),
        ("(automaton p0 : in 0 : false)", false),
        ("(automaton p0 : in 0 : false in 0 : true)", true),
    ] {
        let found = warnings(&format!("{text}bad_states : {bad}"));
        let about = found.iter().filter(|warning| warning.starts_with("W0316 12:")).count();
        assert_eq!(about, usize::from(!is_possible), "{bad}: {found:?}");
    }
}

#[test]
fn a_wrong_channel_number_gets_a_warning_at_its_place() {
    let mut texts: Vec<(String, String)> = Vec::new();
    for (path, Model { system, places, .. }) in models() {
        let text = fs::read_to_string(&path).unwrap();
        for span in places.transitions.iter().flatten() {
            let transition = &text[span.range()];
            let Some((before, action)) = transition.split_once(',') else { continue };
            let digits = action.find(|c: char| c.is_ascii_digit()).unwrap();
            let number = action[digits..].split(|c: char| !c.is_ascii_digit()).next().unwrap();
            for channel in (0..system.channels().len()).map(|channel| channel.to_string()) {
                if channel != number {
                    let action = action.replacen(number, &channel, 1);
                    let (start, end) = (&text[..span.start()], &text[span.end()..]);
                    let changed = format!("{before},{action}");
                    texts.push((changed.clone(), format!("{start}{changed}{end}")));
                }
            }
        }
    }
    shuffle(&mut texts, &mut Random::new(3));
    let (mut read, mut warned) = (0, 0);
    for (transition, text) in &texts {
        let source = Source::new("m.scm", text);
        let reading = scm::read(&source);
        if reading.model.is_none() || read == 300 {
            continue;
        }
        read += 1;
        warned += usize::from(reading.diagnostics.iter().any(|one| {
            let line = source.slice(source.line_span(source.line_of(one.primary.span.start())));
            line.contains(transition.as_str())
        }));
    }
    assert!(read == 300 && warned * 10 >= read * 9, "{warned} of {read} models get a warning");
}
