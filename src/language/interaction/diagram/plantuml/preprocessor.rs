//! Constants and conditions of the preprocessor.

use crate::reading::Piece;

/// Maximum length of a line with the values of constants, in bytes.
const LONGEST: usize = 1 << 16;

/// What a line of the preprocessor does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Instruction {
    /// It has no effect on messages.
    Nothing,
    /// It refers to something outside the file, under this name.
    LeftOut(&'static str),
    /// It begins a definition that goes on to one of these lines.
    Definition(&'static [&'static str]),
    /// It is not read.
    Refused,
}

/// The constants that are defined, and the conditions that are open.
#[derive(Debug, Default)]
pub(super) struct Preprocessor {
    constants: Vec<(String, String)>,
    /// For each open condition, whether its lines count, and whether some of its branches did.
    conditions: Vec<(bool, bool)>,
}

impl Preprocessor {
    /// Returns `true` if lines count here.
    pub(super) fn is_active(&self) -> bool {
        self.conditions.iter().all(|&(is_active, _)| is_active)
    }

    /// Returns the line with the values of constants; `None` if it has none of them, or would be too long.
    pub(super) fn expanded(&self, line: &str) -> Option<String> {
        if !self.constants.iter().any(|(name, _)| line.contains(name.as_str())) {
            return None;
        }
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let mut text = String::new();
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let is_inside = is_part(first) && text.ends_with(is_part);
            let known = self.constants.iter().filter(|_| !is_inside).find_map(|(name, value)| {
                let behind = rest.strip_prefix(name.as_str())?;
                (!behind.starts_with(is_part)).then_some((value, behind))
            });
            match known {
                Some((value, behind)) => {
                    text.push_str(value);
                    rest = behind;
                }
                None => {
                    text.push(first);
                    rest = &rest[first.len_utf8()..];
                }
            }
            if text.len() > LONGEST {
                return None;
            }
        }
        Some(text)
    }

    /// Follows a line that begins with `!`.
    pub(super) fn follow(&mut self, line: Piece<'_>) -> Instruction {
        let text = line.text[1..].trim_start();
        let word = text.split(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
        let rest = text[word.len()..].trim();
        match word {
            "if" | "ifdef" | "ifndef" => {
                let is_met =
                    if self.is_active() { self.condition(word, rest) } else { Some(false) };
                // Behind a condition that is refused, reading goes on.
                let counts = is_met != Some(false);
                self.conditions.push((counts, counts));
                if is_met.is_none() { Instruction::Refused } else { Instruction::Nothing }
            }
            "elseif" => {
                let is_met = self.condition("if", rest);
                if let Some((is_active, is_done)) = self.conditions.last_mut() {
                    *is_active = !*is_done && is_met == Some(true);
                    *is_done |= *is_active;
                }
                if is_met.is_none() { Instruction::Refused } else { Instruction::Nothing }
            }
            "else" => {
                if let Some((is_active, is_done)) = self.conditions.last_mut() {
                    *is_active = !*is_done;
                }
                Instruction::Nothing
            }
            "endif" => {
                self.conditions.pop();
                Instruction::Nothing
            }
            _ if !self.is_active() => Instruction::Nothing,
            "define" => {
                let name = rest.split_whitespace().next().unwrap_or_default();
                if rest[name.len()..].starts_with('(') || name.contains('(') {
                    return Instruction::LeftOut("a macro of the preprocessor");
                }
                self.define(name, rest[name.len()..].trim());
                Instruction::Nothing
            }
            "undef" => {
                self.constants.retain(|(name, _)| name != rest);
                Instruction::Nothing
            }
            "theme" | "pragma" | "log" | "assert" | "startsub" | "endsub" | "option" | "assume" => {
                Instruction::Nothing
            }
            "include" | "includeurl" | "include_once" | "include_many" | "includesub"
            | "import" => Instruction::LeftOut("a file that is included"),
            "procedure" | "unquoted" | "function" | "final" => {
                let is_function = text.contains("function");
                let is_short = is_function && text.contains("return");
                match (is_short, is_function) {
                    (true, _) => Instruction::LeftOut("a function of the preprocessor"),
                    (false, true) => Instruction::Definition(&["!endfunction"]),
                    (false, false) => Instruction::Definition(&["!endprocedure"]),
                }
            }
            _ => self.assign(text),
        }
    }

    /// Reads `$name = value`, with words such as `global` before it.
    fn assign(&mut self, text: &str) -> Instruction {
        let at = text.find('$').filter(|_| text.contains('='));
        let Some((name, value)) = at.and_then(|at| text[at..].split_once('=')) else {
            return Instruction::Refused;
        };
        let name = name.trim_end_matches('?').trim().to_owned();
        let value = self.expanded(value).unwrap_or_else(|| value.to_owned());
        self.define(&name, value.trim().trim_matches('"'));
        Instruction::Nothing
    }

    fn define(&mut self, name: &str, value: &str) {
        if !name.is_empty() {
            self.constants.retain(|(known, _)| known != name);
            // A longer name comes before one that it begins with.
            let place = self.constants.partition_point(|(other, _)| other.len() >= name.len());
            self.constants.insert(place, (name.to_owned(), value.to_owned()));
        }
    }

    /// Returns whether a condition holds; `None` if it is not of the form `a == b` or `a != b`, or a truth value.
    fn condition(&self, word: &str, text: &str) -> Option<bool> {
        let is_defined = |name: &str| self.constants.iter().any(|(known, _)| known == name);
        match word {
            "ifdef" => return Some(is_defined(text)),
            "ifndef" => return Some(!is_defined(text)),
            _ => {}
        }
        let text = self.expanded(text).unwrap_or_else(|| text.to_owned());
        let text = text.trim();
        let text =
            text.strip_prefix('(').and_then(|inside| inside.strip_suffix(')')).unwrap_or(text);
        let value = |text: &str| text.trim().trim_matches('"').to_owned();
        if text.contains("&&")
            || text.contains("||")
            || text.contains("%function")
            || text.contains("%not")
        {
            return None;
        }
        if let Some((one, other)) = text.split_once("==") {
            return Some(value(one) == value(other));
        }
        if let Some((one, other)) = text.split_once("!=") {
            return Some(value(one) != value(other));
        }
        match value(text).as_str() {
            "true" | "1" | "%true()" => Some(true),
            "false" | "0" | "%false()" => Some(false),
            _ => None,
        }
    }
}
