//! Letters of automata.

use scm_check::internals::language::multitrace::letter;
use scm_check::internals::model::trace::Signature;

#[test]
fn letters_are_read_as_they_are_written() {
    for text in ["l!m", "k?m", "{k?m,l!m}", "{k?f(a,b),l!f(a,b)}", "l!why?"] {
        let mut signature = Signature::new();
        let read = letter(text, &mut signature);
        assert_eq!(read.map(|letter| letter.text(&signature)).as_deref(), Some(text));
    }
    for text in ["", "m", "!m", "l!", "{}", "{l!m", "{m,l!m}"] {
        assert_eq!(letter(text, &mut Signature::new()), None, "{text}");
    }
}
