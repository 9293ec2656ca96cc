//! The pages of `explain` that are not about a code: the Markdown files of `docs/`.
//!
//! A page defines its own names: it begins with a comment of its name and its short title, followed by a line
//! of other names. A terminal shows the text of the file without the marks of headings and code blocks.

/// A page.
pub(crate) struct Topic {
    /// Names of the page; the list shows the first.
    pub(crate) names: Vec<&'static str>,
    /// Title of the page.
    pub(crate) title: &'static str,
    markdown: &'static str,
}

impl Topic {
    fn read(page: &'static str) -> Self {
        let parts = || {
            let (comment, markdown) = page.strip_prefix("<!-- ")?.split_once("\n-->\n")?;
            let (head, others) = comment.split_once("\nnames:")?;
            let (name, title) = head.split_once(": ")?;
            let names = std::iter::once(name).chain(others.split_whitespace()).collect();
            Some(Self { names, title, markdown })
        };
        parts().expect("a page begins with a comment of its name, its title and other names")
    }

    /// Returns the text of the page for a terminal.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut in_code = false;
        for line in self.markdown.lines() {
            if line.starts_with("```") {
                in_code = !in_code;
                continue;
            }
            let shown = if in_code { line } else { line.trim_start_matches('#').trim_start() };
            text.push_str(shown);
            text.push('\n');
        }
        text
    }
}

const LEGACY_WORDS: &str = include_str!("../../docs/legacy-words.md");

/// Returns the page about ReSCu's options, which is also the help of `rescu`.
pub(crate) fn legacy_words() -> String {
    Topic::read(LEGACY_WORDS).text()
}

/// Returns all pages, in reading order.
pub(crate) fn topics() -> impl Iterator<Item = Topic> {
    GROUPS.iter().flat_map(|(_, pages)| *pages).map(|page| Topic::read(page))
}

/// Returns what pages help to do, with the pages, in reading order.
pub(crate) fn groups() -> impl Iterator<Item = (&'static str, Vec<Topic>)> {
    GROUPS.iter().map(|(job, pages)| (*job, pages.iter().map(|page| Topic::read(page)).collect()))
}

/// The pages by what they help to do.
const GROUPS: [(&str, &[&str]); 9] = [
    (
        "Start",
        &[
            include_str!("../../docs/tutorial.md"),
            include_str!("../../docs/scm.md"),
            include_str!("../../docs/glossary.md"),
            include_str!("../../docs/formats.md"),
            include_str!("../../docs/expectations.md"),
            include_str!("../../docs/exit-codes.md"),
            include_str!("../../docs/unknown.md"),
            include_str!("../../docs/show.md"),
            include_str!("../../docs/draw.md"),
        ],
    ),
    (
        "Systems",
        &[
            include_str!("../../docs/safety.md"),
            include_str!("../../docs/reachability.md"),
            include_str!("../../docs/rsc.md"),
            include_str!("../../docs/conflict-cycle.md"),
            include_str!("../../docs/borderline-violation.md"),
            include_str!("../../docs/conflict-graph.md"),
            include_str!("../../docs/simulate.md"),
            include_str!("../../docs/channels.md"),
            include_str!("../../docs/lossy.md"),
            include_str!("../../docs/contents.md"),
            include_str!("../../docs/internal-steps.md"),
            include_str!("../../docs/invariants.md"),
            include_str!("../../docs/classes.md"),
            include_str!("../../docs/multiparty.md"),
            include_str!("../../docs/eager.md"),
            include_str!("../../docs/engines.md"),
        ],
    ),
    (
        "Choreographies",
        &[
            include_str!("../../docs/choreographies.md"),
            include_str!("../../docs/choreography-languages.md"),
            include_str!("../../docs/realisability.md"),
            include_str!("../../docs/protocol-checks.md"),
        ],
    ),
    (
        "Diagrams",
        &[
            include_str!("../../docs/diagrams.md"),
            include_str!("../../docs/races.md"),
            include_str!("../../docs/crossing.md"),
            include_str!("../../docs/interactions.md"),
            include_str!("../../docs/laws.md"),
            include_str!("../../docs/loops.md"),
            include_str!("../../docs/automata.md"),
        ],
    ),
    (
        "Components",
        &[include_str!("../../docs/components.md"), include_str!("../../docs/monitor.md")],
    ),
    (
        "Logs",
        &[
            include_str!("../../docs/conform.md"),
            include_str!("../../docs/logs.md"),
            include_str!("../../docs/rules.md"),
        ],
    ),
    (
        "Evidence",
        &[
            include_str!("../../docs/evidence.md"),
            include_str!("../../docs/replay.md"),
            include_str!("../../docs/certificate.md"),
            include_str!("../../docs/certificate-languages.md"),
            include_str!("../../docs/certificate-linear.md"),
        ],
    ),
    (
        "Reports and libraries",
        &[
            include_str!("../../docs/json.md"),
            include_str!("../../docs/html.md"),
            include_str!("../../docs/ci.md"),
            include_str!("../../docs/batch.md"),
            include_str!("../../docs/parts.md"),
            include_str!("../../docs/generate.md"),
        ],
    ),
    ("Other tools", &[include_str!("../../docs/mcscm.md"), LEGACY_WORDS]),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages to read from the beginning to the end, unlike those that answer one question.
    const LONG_PAGES: [&str; 11] = [
        "classes",
        "scm",
        "tutorial",
        "glossary",
        "choreography-languages",
        "interactions",
        "logs",
        "ci",
        "json",
        "rules",
        "unknown",
    ];

    #[test]
    fn pages_are_short_and_fit_a_terminal() {
        for topic in topics() {
            let (names, text) = (&topic.names, topic.text());
            let lines = text.lines().count();
            let longest = if LONG_PAGES.contains(&names[0]) { 265 } else { 30 };
            assert!((8..=longest).contains(&lines), "{names:?} has {lines} lines");
            // What a command prints is as wide as it is.
            let mut is_output = false;
            for line in topic.markdown.lines() {
                is_output = if is_output { line != "```" } else { line.starts_with("```console") };
                let fits = is_output || line.chars().count() <= 100;
                assert!(fits && (is_output || line.is_ascii()), "{names:?}: {line}");
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
