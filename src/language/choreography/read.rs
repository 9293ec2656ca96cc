//! Reading a choreography.

use super::draft::{ChoreographyDraft, Guards};
use super::{
    Format, Model, automaton, chorgram, directive, dot, likely_mistakes, scribble, sprout,
};
use crate::reading::{self, Reading, stem};
use kernel::source::Source;

/// Reads a text in the given language.
///
/// There is a model iff there is no error; one run reports as many errors as can be found, in the
/// order of their places.
///
/// ```
/// use kernel::source::Source;
/// use language::choreography::{Format, read};
///
/// let source = Source::new("ping.ca", "arch p2p\n0 -p->q:ping- 1\n1 -q->p:pong- 0\n");
/// let model = read(&source, Format::Automaton).model.expect("the text is right");
/// assert_eq!(model.description.edges.len(), 2);
/// ```
///
/// # Complexity
/// Linear in the text and in the automaton that it describes, which is bounded.
pub fn read(source: &Source, format: Format) -> Reading<Model> {
    read_with(source, format, Guards::Refused)
}

/// Reads a text in the given language and treats guards as `guards` specifies. Sprout and Scribble have guards.
///
/// # Complexity
/// That of [`read()`].
pub fn read_with(source: &Source, format: Format, guards: Guards) -> Reading<Model> {
    // The reader of Scribble refuses local protocols itself, at their places.
    let expected: &[&str] = match format {
        Format::Scribble => &["Scribble", "a local protocol of Scribble"],
        _ => &[format.word()],
    };
    reading::read(source, expected, |sink| {
        let draft = match format {
            Format::Automaton => automaton::read(source, sink),
            Format::ChorGram => chorgram::read(source, sink),
            Format::Scribble => scribble::read(source, guards, sink),
            Format::Dot => dot::read(source, sink),
            Format::Sprout => sprout::read(source, guards, sink),
        };
        let expectations = directive::read(source, format, &draft.comments, sink);
        if sink.has_errors() {
            return None;
        }
        let ChoreographyDraft { mut builder, structure, remarks, endless, not_followed, .. } =
            draft;
        if endless.is_none() {
            builder.review(sink);
            likely_mistakes::warn(source, &builder, structure.as_ref(), sink);
        }
        if builder.name.is_empty() {
            builder.name = name_in(source.name());
        }
        let (description, edges) = builder.finish(sink);
        Some(Model {
            description,
            expectations,
            remarks,
            edges,
            structure,
            frames: None,
            diagram: None,
            if_lost_arrive: None,
            unmade: endless,
            not_followed,
        })
    })
}

/// Returns the name of a choreography in a file of some name: one word.
fn name_in(file: &str) -> String {
    let one_word = |c: char| if c.is_whitespace() || c == '#' { '_' } else { c };
    stem(file).chars().map(one_word).collect()
}
