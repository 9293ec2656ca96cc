//! What stands in a file beside its protocols: its module, imports, types and messages.

use rustc_hash::FxHashMap;

use crate::choreography::codes;
use crate::choreography::lexer::{Cursor, Token, TokenKind};
use kernel::diagnostics::Sink;
use kernel::source::Span;

/// The words that begin a declaration.
const BEGINNINGS: [&str; 6] = ["module", "import", "from", "type", "data", "sig"];

/// The words before `protocol`.
pub(super) const MODIFIERS: [&str; 6] = ["aux", "explicit", "timed", "global", "nested", "local"];

/// The declarations of a file.
#[derive(Debug, Default)]
pub(super) struct Declarations<'a> {
    module: String,
    /// The imported modules, by all names that they have here.
    imports: FxHashMap<String, String>,
    /// The module of each imported protocol.
    protocols: FxHashMap<&'a str, String>,
    /// The first name of each type that has several.
    aliases: FxHashMap<&'a str, &'a str>,
    /// The names by what they stand for.
    named: FxHashMap<[&'a str; 4], Token<'a>>,
}

/// Returns `true` if a token begins a declaration.
pub(super) fn begins(token: Token<'_>) -> bool {
    BEGINNINGS.iter().any(|word| token.is(word))
}

impl<'a> Declarations<'a> {
    /// Reads a declaration.
    pub(super) fn read(&mut self, cursor: &mut Cursor<'a>, sink: &mut Sink) {
        let mut tokens = vec![cursor.take()];
        loop {
            let token = cursor.peek();
            let is_next = token.begins_line
                && !token.is("from")
                && (begins(token)
                    || token.is("protocol")
                    || MODIFIERS.iter().any(|word| token.is(word)));
            if token.is(";") || token.kind == TokenKind::End || is_next {
                cursor.expect(";", sink);
                break;
            }
            tokens.push(cursor.take());
        }
        let is = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token.is(word));
        let join = |tokens: &[Token<'_>]| tokens.iter().map(|token| token.text).collect::<String>();
        let before_last = tokens.len().saturating_sub(2);
        let alias = tokens.last().filter(|_| is(before_last, "as"));
        let rest = &tokens[1..if alias.is_some() { before_last.max(1) } else { tokens.len() }];
        if is(0, "module") {
            self.module = join(rest);
        } else if is(0, "import") {
            let known = alias.or(rest.last());
            for name in [known.map_or(String::new(), |name| name.text.to_owned()), join(rest)] {
                self.imports.insert(name, join(rest));
            }
        } else if is(0, "from") {
            if let [module @ .., import, protocol] = rest
                && import.is("import")
            {
                self.protocols.insert(alias.unwrap_or(protocol).text, join(module));
            }
        } else if let Some(&alias) = alias {
            let kind = if is(0, "sig") { "sig" } else { "type" };
            let mut texts = rest.iter().map(|token| token.text).filter(|text| *text != "from");
            let [open, schema, close, external, place] = [(); 5].map(|()| texts.next());
            if let (Some("<"), Some(schema), Some(">"), Some(external)) =
                (open, schema, close, external)
            {
                self.alias([kind, schema, external, place.unwrap_or_default()], alias, sink);
            }
        }
    }

    /// Adds a name; warns about the first one of a type that has a name already.
    fn alias(&mut self, what: [&'a str; 4], alias: Token<'a>, sink: &mut Sink) {
        let first = *self.named.entry(what).or_insert(alias);
        if first.text == alias.text {
            return;
        }
        if self.aliases.is_empty() {
            let message = format!("`{}` and `{}` are one type", alias.text, first.text);
            let again = codes::REPEATED.at(alias.span, message).also(first.span, "first here");
            let help = format!(
                "in the names of messages, both are `{}`: they tell no branches apart",
                first.text
            );
            sink.push(again.help(help));
        }
        self.aliases.insert(alias.text, first.text);
    }

    /// Returns the first name of what a name stands for.
    pub(super) fn first_name(&self, name: &'a str) -> &'a str {
        self.aliases.get(name).copied().unwrap_or(name)
    }

    /// Returns `true` if a module is that of the file: its whole name, or the last part of it.
    pub(super) fn is_own(&self, module: &str) -> bool {
        let last = self.module.rsplit('.').next();
        !module.is_empty() && (module == self.module || Some(module) == last)
    }

    /// Reports a protocol that is not in the file; returns `false` if nothing says that it is elsewhere.
    pub(super) fn report_imported(
        &self,
        module: Option<(&str, Span)>,
        protocol: Token<'_>,
        sink: &mut Sink,
    ) -> bool {
        let name = protocol.text;
        let of = match module {
            Some((module, _)) => self.imports.get(module),
            None => self.protocols.get(name),
        };
        let place = module.map_or(protocol.span, |(_, place)| place.to(protocol.span));
        if let Some(of) = of {
            let message = format!("the protocol `{name}` of the module `{of}` is imported");
            sink.push(codes::UNSUPPORTED.at(place, message).help("write both in one file"));
        } else if let Some((module, place)) = module {
            let message = format!("no module `{module}` is imported");
            let help = format!("write `do {name}(..)` for a protocol of this file");
            sink.push(codes::UNKNOWN_PROTOCOL.at(place, message).help(help));
        }
        of.is_some() || module.is_some()
    }
}
