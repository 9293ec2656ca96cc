//! Enumerations whose values have words.

/// Defines an enumeration with a word for each variant, by which texts, options and reports name it:
///
/// ```
/// kernel::words! {
///     /// A direction.
///     #[derive(Clone, Copy, PartialEq, Eq, Debug)]
///     pub enum Direction {
///         /// To the left.
///         Left = "left",
///         /// To the right.
///         Right = "right",
///     }
/// }
///
/// assert_eq!(Direction::ALL.map(Direction::word), ["left", "right"]);
/// assert_eq!(Direction::with_word("right"), Some(Direction::Right));
/// ```
#[macro_export]
macro_rules! words {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$about:meta])* $variant:ident = $word:expr,)+
        }
    ) => {
        $(#[$attribute])*
        $visibility enum $name {
            $($(#[$about])* $variant,)+
        }

        impl $name {
            /// All variants, in order.
            $visibility const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// Returns the word for this variant.
            $visibility const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// Returns the variant with a word.
            $visibility fn with_word(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|variant| variant.word() == word)
            }
        }
    };
}
