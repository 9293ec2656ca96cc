//! Names of k-multiparty compatibility, which is a property for each bound on the messages in a channel.

/// Name without the bound.
const NAME: &str = "multiparty-compatible";

/// Returns the name of the property that a system is multiparty compatible for a bound on the messages in each channel.
pub fn compatibility_name(bound: usize) -> String {
    format!("{NAME}[{bound}]")
}

/// Returns the bound in the name that [`compatibility_name`] gives a property; `None` if it is the name of another one, or
/// the bound is zero.
pub fn bound_of_compatibility(name: &str) -> Option<usize> {
    let bound = name.strip_prefix(NAME)?.strip_prefix('[')?.strip_suffix(']')?;
    bound.parse().ok().filter(|&bound| bound > 0)
}
