//! What other languages write for the operators of formulas.

use super::codes;
use super::syntax::prefix_operator;
use kernel::diagnostics::Diagnostic;
use kernel::source::Span;

/// Signs and words before an operand, with what is written here.
const PREFIXES: [(&str, &str); 18] = [
    ("[]", "G"),
    ("<>", "F"),
    ("~", "!"),
    ("not", "!"),
    ("NOT", "!"),
    ("x", "X"),
    ("n", "N"),
    ("f", "F"),
    ("g", "G"),
    ("y", "Y"),
    ("o", "O"),
    ("h", "H"),
    ("next", "X"),
    ("always", "G"),
    ("globally", "G"),
    ("eventually", "F"),
    ("finally", "F"),
    ("historically", "H"),
];

/// Signs and words between operands, with what is written here.
const INFIXES: [(&str, &str); 28] = [
    ("&", "&&"),
    ("|", "||"),
    ("=", "=="),
    ("and", "&&"),
    ("AND", "&&"),
    ("or", "||"),
    ("OR", "||"),
    ("/\\", "&&"),
    ("\\/", "||"),
    ("=>", "->"),
    ("implies", "->"),
    ("<->", ""),
    ("<=>", ""),
    ("iff", ""),
    ("<>", "!="),
    ("^", "!="),
    ("xor", "!="),
    ("=<", "<="),
    ("mod", "%"),
    ("u", "U"),
    ("r", "R"),
    ("w", "W"),
    ("s", "S"),
    ("until", "U"),
    ("release", "R"),
    ("V", "R"),
    ("since", "S"),
    ("weak", "W"),
];

/// Returns the diagnostic of a sign or word of another language before an operand, if it is one.
pub(super) fn prefix(text: &str, span: Span) -> Option<Diagnostic> {
    let letters: String = text.split([' ', '\t']).collect();
    if let Some((_, meant)) = PREFIXES.iter().find(|(other, _)| *other == letters) {
        let message = format!("`{text}` is no operator of formulas");
        return Some(codes::OTHER_NOTATION.at(span, message).did_you_mean(meant));
    }
    let row: Vec<String> = text.chars().map(String::from).collect();
    let is_row = row.len() > 1 && row.iter().all(|letter| prefix_operator(letter).is_some());
    is_row.then(|| {
        let message = format!("`{text}` is one name, no row of operators");
        codes::OTHER_NOTATION.at(span, message).did_you_mean(&row.join(" "))
    })
}

/// Returns the diagnostic of a sign or word of another language between operands, if it is one.
pub(super) fn infix(text: &str, span: Span) -> Option<Diagnostic> {
    let (_, meant) = INFIXES.iter().find(|(other, _)| *other == text)?;
    let diagnostic = codes::OTHER_NOTATION.at(span, format!("`{text}` is no operator of formulas"));
    Some(match *meant {
        "" => diagnostic.help("write `(p -> q) && (q -> p)`, or `p == q` for two predicates"),
        meant => diagnostic.did_you_mean(meant),
    })
}
