//! The languages of finite automata.

/// A language of finite automata.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// `scm-check/automaton`.
    Json,
    /// Timbuk: `a(q0) -> q1`.
    Timbuk,
    /// Aldebaran: `(0, "a", 1)`.
    Aldebaran,
}

impl Format {
    /// All languages.
    pub const ALL: [Self; 3] = [Self::Json, Self::Timbuk, Self::Aldebaran];

    /// Returns the extension of files in this language.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Timbuk => "timbuk",
            Self::Aldebaran => "aut",
        }
    }

    /// Returns the language with a name of the [table](crate::kinds); `None` if it is none of automata.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "JSON" => Some(Self::Json),
            "Timbuk" => Some(Self::Timbuk),
            "Aldebaran" => Some(Self::Aldebaran),
            _ => None,
        }
    }

    /// Returns the language whose files have this extension.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.extension().eq_ignore_ascii_case(extension))
    }
}
