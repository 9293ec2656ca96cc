//! The pages of `explain` that are not about a code.
//!
//! A page defines its own names: its file begins with its name and its title, followed by a line of other names.

/// A page.
pub(crate) struct Topic {
    /// Names of the page; the list shows the first.
    pub(crate) names: Vec<&'static str>,
    /// Title of the page.
    pub(crate) title: &'static str,
    /// Text of the page.
    pub(crate) text: &'static str,
}

impl Topic {
    fn read(page: &'static str) -> Self {
        let parts = || {
            let (head, rest) = page.split_once('\n')?;
            let (others, text) = rest.split_once('\n')?;
            let (name, title) = head.split_once(": ")?;
            let names = std::iter::once(name).chain(others.split_whitespace()).collect();
            Some(Self { names, title, text })
        };
        parts().expect("a page begins with its name, a title and a line of names")
    }
}

const LEGACY_WORDS: &str = include_str!("explain/legacy-words.txt");

/// Returns the page about ReSCu's options, which is also the help of `rescu`.
pub(crate) fn legacy_words() -> &'static str {
    Topic::read(LEGACY_WORDS).text
}

/// Returns all pages, in reading order.
pub(crate) fn topics() -> impl Iterator<Item = Topic> {
    PAGES.into_iter().map(Topic::read)
}

const PAGES: [&str; 36] = [
    include_str!("explain/rsc.txt"),
    include_str!("explain/borderline-violation.txt"),
    include_str!("explain/evidence.txt"),
    include_str!("explain/certificate.txt"),
    include_str!("explain/conflict-cycle.txt"),
    include_str!("explain/conflict-graph.txt"),
    include_str!("explain/simulate.txt"),
    include_str!("explain/replay.txt"),
    include_str!("explain/reachability.txt"),
    include_str!("explain/safety.txt"),
    include_str!("explain/finite.txt"),
    include_str!("explain/eager.txt"),
    include_str!("explain/automata.txt"),
    include_str!("explain/choreographies.txt"),
    include_str!("explain/interactions.txt"),
    include_str!("explain/laws.txt"),
    include_str!("explain/loops.txt"),
    include_str!("explain/realisability.txt"),
    include_str!("explain/protocol-checks.txt"),
    include_str!("explain/channels.txt"),
    include_str!("explain/lossy.txt"),
    include_str!("explain/contents.txt"),
    include_str!("explain/mcscm.txt"),
    include_str!("explain/internal-steps.txt"),
    include_str!("explain/expectations.txt"),
    include_str!("explain/exit-codes.txt"),
    include_str!("explain/limits.txt"),
    include_str!("explain/engines.txt"),
    include_str!("explain/json.txt"),
    include_str!("explain/html.txt"),
    include_str!("explain/conform.txt"),
    include_str!("explain/logs.txt"),
    include_str!("explain/conform-json.txt"),
    include_str!("explain/log-rules.txt"),
    include_str!("explain/draw.txt"),
    LEGACY_WORDS,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_short_and_fit_a_terminal() {
        for Topic { names, text, .. } in topics() {
            let lines = text.lines().count();
            assert!((8..=30).contains(&lines), "{names:?} has {lines} lines");
            for line in text.lines() {
                assert!(line.chars().count() <= 100 && line.is_ascii(), "{names:?}: {line}");
            }
        }
    }

    #[test]
    fn no_name_stands_for_two_pages() {
        let mut names: Vec<&str> = topics().flat_map(|topic| topic.names).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
