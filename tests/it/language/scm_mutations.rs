//! Damaged texts: whatever is read, the answer is a model or diagnostics that can be shown.

use crate::support::cases::setting;
use crate::support::effort::scaled;
use scm_check::internals::kernel::base::Random;
use scm_check::internals::kernel::diagnostics::{Colours, Severity, render_all};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::scm;

/// Models that use every part of the language.
const MODELS: [&str; 5] = [
    "scm client_server :\n\nnb_channels = 2 ;\n//# bag_buffers = 1\n//# expect: rsc = violated, \
     rsc[bag] = holds\nparameters :\nint req ;\nreal res ;\n\nautomaton client :\ninitial : 0\nstate 0 \
     :\nto 1 : when true , 0 ! req ;\nstate 1 :\nto 0 : when true , 1 ? res ;\n\nautomaton server \
     :\ninitial : 0, 1\nstate 0 :\nto 1 : when (true) , 0 ? req ;\nstate 1 :\nto 0 : when true \
     ;\n\nbad_states :\n(automaton client : in 0 : true in 1 : true automaton server : in 1 : true)\n\
     (automaton client : in 0 : true with req.(req|res)^*.#.(req|res)^*)\n",
    "/* a /* nested */ comment */ scm t:nb_channels:3;lossy : 0 , 2\nparameters=int a;int b=1;// \
     line é\nautomaton A:int x;real y=1.5e3;initial:0;state 0:to 0:when not(x<1 and y>=2.5 or \
     x!=-3%2),0!a with x=x+1,y=2*y;automaton B:initial:7 state 7:bad_states:(automaton B:in \
     7:true with _.(a|b)^+.#.#.a^*^+)",
    "scm minimal :\nnb_channels = 1 ;\nparameters :\nautomaton A :\ninitial : 0\nstate 0 :\n",
    "scm thresholds :\nnb_channels = 1 ;\nparameters : int m ;\nautomaton A :\nint x ;\ninitial : \
     0\nstate 0 :\nto 0 : when true , 0 ! m ;\nthreshold : A_x <= 3, x == 1\nbad_states : \
     (automaton A : in 0 : true with ((m)))\n",
    "scm contents :\nnb_channels = 3 ;\n//# bag_buffers = 2\nparameters : int a ; int b \
     ;\nautomaton A :\ninitial : 0\nstate 0 :\nto 0 : when true , 0 ! a ;\nbad_states :\n\
     (automaton A : in 0 : true with 0 = a.*, 1 = (?|_)^+.b)\n(automaton A : in 0 : true with \
     *.#.?.#.*)\n(automaton A : in 0 : true with 1 = _)\n",
];

/// Pieces that are inserted, right and wrong ones.
const PIECES: [&str; 45] = [
    "scm",
    "nb_channels",
    "lossy",
    "parameters",
    "automaton",
    "initial",
    "state",
    "to",
    "when",
    "with",
    "in",
    "bad_states",
    "threshold",
    "int",
    "real",
    "true",
    "not",
    "and",
    "or",
    "cast",
    ":",
    ";",
    ",",
    "=",
    "==",
    "(",
    ")",
    "!",
    "?",
    "^*",
    "*",
    "#",
    "_",
    "|",
    ".",
    "0",
    "1.5",
    "99999999999999999999",
    "/*",
    "*/",
    "//",
    "\u{feff}",
    "é",
    "&&",
    "\u{4}",
];

/// The number of texts, which is larger with `SCM_CHECK_CASES=20000`.
fn cases() -> usize {
    if setting("SCM_CHECK_CASES", 0) >= 20_000 { 200_000 } else { scaled(5_000) }
}

/// Returns where the words and signs of a text begin, and its end.
fn cuts(text: &str) -> Vec<usize> {
    let mut cuts = vec![0];
    let mut last = ' ';
    for (at, character) in text.char_indices() {
        let glued = last.is_alphanumeric() && character.is_alphanumeric();
        if !glued && at > 0 {
            cuts.push(at);
        }
        last = character;
    }
    cuts.push(text.len());
    cuts
}

fn mutate(random: &mut Random, text: &str) -> String {
    let cuts = cuts(text);
    let piece = |index: usize| &text[cuts[index]..cuts[(index + 1).min(cuts.len() - 1)]];
    let at = random.between(0, cuts.len() - 1);
    let other = random.between(0, cuts.len() - 1);
    let (before, after) = text.split_at(cuts[at]);
    let rest = &after[piece(at).len()..];
    match random.between(0, 6) {
        0 => format!("{before}{rest}"),
        1 => format!("{before}{after}{}", piece(other)),
        2 => format!("{before}{}{rest}", piece(other)),
        3 => format!("{before} {} {after}", PIECES[random.between(0, PIECES.len() - 1)]),
        4 => before.to_owned(),
        5 => {
            let (first, last) = (cuts[at.min(other)], cuts[at.max(other)]);
            format!("{}{}", &text[..last], &text[first..])
        }
        _ => {
            let mut bytes = text.as_bytes().to_vec();
            let place = random.between(0, bytes.len().max(1) - 1);
            if let Some(byte) = bytes.get_mut(place) {
                *byte = u8::try_from(random.between(0, 255)).unwrap();
            }
            String::from_utf8_lossy(&bytes).into_owned()
        }
    }
}

/// Reads a text and checks what may be said of any answer.
fn check(text: &str) -> usize {
    let source = Source::from_bytes("mutated.scm", text.as_bytes().to_vec());
    let reading = scm::read(&source);
    let errors = reading.diagnostics.iter().filter(|d| d.severity() == Severity::Error).count();
    assert_eq!(reading.model.is_some(), errors == 0, "{text}");
    for diagnostic in &reading.diagnostics {
        for label in std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary) {
            assert!(text.get(label.span.range()).is_some(), "{diagnostic:?} in {text}");
        }
    }
    let places: Vec<_> = reading.diagnostics.iter().map(|d| d.primary.span.start()).collect();
    assert!(places.is_sorted(), "{text}");
    let shown = render_all(&source, &reading.diagnostics, 100, Colours::Plain);
    assert_eq!(shown.is_empty(), reading.diagnostics.is_empty());
    if let Ok(formatted) = scm::format(&source) {
        let again = scm::format(&Source::new("formatted.scm", &*formatted));
        assert_eq!(again.as_ref(), Ok(&formatted), "{text}");
        let laid_out = scm::read(&Source::new("formatted.scm", formatted)).model;
        assert_eq!(
            laid_out.map(|model| (model.system, model.bad, model.expectations)),
            reading.model.map(|model| (model.system, model.bad, model.expectations)),
            "{text}"
        );
    }
    errors
}

#[test]
fn damaged_models_yield_diagnostics_in_the_text_and_no_panic() {
    let (mut refused, mut accepted) = (0, 0);
    for seed in 0..cases() {
        let mut random = Random::new(seed as u64);
        let mut text = MODELS[random.between(0, MODELS.len() - 1)].to_owned();
        for _ in 0..=random.between(0, 3) {
            text = mutate(&mut random, &text);
        }
        match check(&text) {
            0 => accepted += 1,
            _ => refused += 1,
        }
    }
    assert!(
        refused > accepted && accepted > cases() / 100,
        "{refused} refused, {accepted} accepted"
    );
}

#[test]
fn every_truncation_is_refused_with_a_place_or_read() {
    for model in MODELS {
        for (end, _) in model.char_indices() {
            check(&model[..end]);
        }
    }
}
