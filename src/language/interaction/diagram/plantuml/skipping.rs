//! Lines that say nothing about messages.

use crate::reading::Piece;

/// What ends a run of ignored lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SkippedTo {
    /// One of these lines.
    Line(&'static [&'static str]),
    /// The end of a comment.
    Comment,
    /// The last of the brackets that are open.
    Bracket([char; 2], usize),
}

impl SkippedTo {
    /// Returns what ends the lines behind this one; `None` if it ends them. `lower` is the line in lower case.
    pub(crate) fn behind(self, lower: &str) -> Option<Self> {
        match self {
            Self::Line(ends) => {
                let is_end = |end: &str| {
                    // Text may follow, but `end` alone is one line.
                    let rest = lower.strip_prefix(end);
                    rest.is_some_and(|rest| {
                        rest.is_empty() || end != "end" && rest.starts_with(' ')
                    })
                };
                (!ends.iter().any(|end| is_end(end))).then_some(self)
            }
            Self::Comment => (!lower.ends_with("'/")).then_some(self),
            Self::Bracket(signs, depth) => {
                let depth = open(lower, signs, depth);
                (depth > 0).then_some(Self::Bracket(signs, depth))
            }
        }
    }
}

/// Returns the number of brackets that are open behind a text before which `depth` are.
fn open(text: &str, [opening, closing]: [char; 2], depth: usize) -> usize {
    text.chars().fold(depth, |depth, sign| match sign {
        _ if sign == opening => depth + 1,
        _ if sign == closing => depth.saturating_sub(1),
        _ => depth,
    })
}

/// Returns `true` if a text has a colon outside quotation marks.
pub(super) fn has_colon(text: &str) -> bool {
    text.split('"').step_by(2).any(|outside| outside.contains(':'))
}

/// Returns a line without the comments between `/'` and `'/` that stand before a text or behind it, and those between
/// `/'''` and `'''/`; other such signs are a part of the text. Returns `None` if there are none.
pub(super) fn without_comments(line: &str) -> Option<String> {
    let mut code: Option<String> = None;
    let (mut copied, mut from, mut has_colon) = (0, 0, false);
    while let Some(at) = line[from..].find("/'").map(|at| from + at) {
        let Some(end) = line[at + 2..].find("'/").map(|length| at + 2 + length + 2) else { break };
        has_colon |= line[copied..at].contains(':');
        let is_edge = !has_colon || line[end..].trim().is_empty();
        if is_edge || line[at..].starts_with("/'''") {
            code.get_or_insert_default().push_str(&line[copied..at]);
            copied = end;
        }
        from = end;
    }
    code.map(|code| code + &line[copied..])
}

/// What a line is that says nothing about messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decoration {
    /// The line alone is ignored.
    Line,
    /// What follows is ignored, too.
    Block(SkippedTo),
}

/// Returns what ends the lines behind this one, if it begins some that say nothing about messages, or a reference. `lower` is
/// the line in lower case, without the blanks around it.
pub(crate) fn skipped_behind(lower: &str) -> Option<SkippedTo> {
    if lower.starts_with("/'") {
        return SkippedTo::Comment.behind(lower);
    }
    let (word, rest) = lower.split_once(char::is_whitespace).unwrap_or((lower, ""));
    if word == "ref" && !has_colon(lower) {
        return Some(SkippedTo::Line(&["end ref", "endref"]));
    }
    let piece = |text| Piece { text, start: 0 };
    match decoration(piece(lower), word, piece(rest.trim()))? {
        Decoration::Line => None,
        Decoration::Block(end) => Some(end),
    }
}

/// Returns what a line is that begins with `word` and goes on with `rest`; `None` if it says something.
pub(super) fn decoration(line: Piece<'_>, word: &str, rest: Piece<'_>) -> Option<Decoration> {
    const NOTES: &[&str] =
        &["end note", "endnote", "endhnote", "end hnote", "endrnote", "end rnote"];
    let text = line.text;
    let is_open = rest.text.is_empty();
    let until = |ends| Some(Decoration::Block(SkippedTo::Line(ends)));
    let braces = open(text, ['{', '}'], 0);
    let is_note = matches!(word, "note" | "hnote" | "rnote" | "/note" | "/" | "floating");
    match word {
        _ if is_note && !has_colon(text) && !text.contains("\" as ") => until(NOTES),
        "title" if is_open => until(&["end title", "endtitle"]),
        "header" if is_open => until(&["end header", "endheader"]),
        "footer" if is_open => until(&["end footer", "endfooter"]),
        "{" if is_open => Some(Decoration::Block(SkippedTo::Bracket(['{', '}'], 1))),
        "legend" => until(&["end legend", "endlegend"]),
        "<style>" => until(&["</style>"]),
        "skinparam" | "sprite" | "skinparamlocked" | "json" | "style" if braces > 0 => {
            Some(Decoration::Block(SkippedTo::Bracket(['{', '}'], braces)))
        }
        "title" | "header" | "footer" | "caption" | "mainframe" | "skinparam" | "scale"
        | "hide" | "show" | "skin" | "remove" | "top" | "autonumber" | "newpage" | "box"
        | "sprite" | "allowmixing" | "allow_mixing" | "ignore" | "left" | "center" | "right"
        | "url" => Some(Decoration::Line),
        _ if is_note => Some(Decoration::Line),
        "end" if rest.text.eq_ignore_ascii_case("box") => Some(Decoration::Line),
        "endbox" => Some(Decoration::Line),
        _ if text.starts_with("==") && text.ends_with("==") => Some(Decoration::Line),
        _ if text.starts_with("...") || text.starts_with("||") => Some(Decoration::Line),
        _ => None,
    }
}
