//! The page as a whole: its parts and their order.

use std::io::{self, Write};

use super::answer::{evidence, mark, sign};
use super::data::data;
use super::index::index;
use super::section::section;
use super::{Markup, Page, Walk};
use crate::drawing::picture_style;

/// The content security policy: the page loads no resources.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      img-src data:";
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const INDEX_SCRIPT: &str = include_str!("index.js");

/// Writes the page.
///
/// The scripts and the style sheet are embedded, and the policy of the page forbids loading anything else.
///
/// # Complexity
/// Linear in the shown contents, and for each run linear in the number of steps times the number of
/// gauges; for the table of the models linear in their results times the number of columns.
///
/// # Errors
/// If `output` cannot be written.
pub fn write_page(page: &Page, output: &mut impl Write) -> io::Result<()> {
    let (headline, tally) = page.words();
    let body = body(page, &headline, tally.as_deref());
    let mut markup = Markup::default();
    markup.markup("<!DOCTYPE html>\n");
    markup.open("html", &[("lang", "en")]);
    head(&mut markup, page, &headline, body.has_pictures());
    markup.markup(&body.finish());
    markup.close();
    writeln!(output, "{}", markup.finish())
}

fn body(page: &Page, headline: &str, tally: Option<&str>) -> Markup {
    let mut markup = Markup::default();
    markup.open("body", &[]);
    banner(&mut markup, page, headline, tally);
    markup.open("main", &[]);
    let has_index = page.sections.len() > 1;
    if has_index {
        index(&mut markup, page);
    }
    let mut walks: Vec<(String, &Walk)> = Vec::new();
    for (number, part) in page.sections.iter().enumerate() {
        section(&mut markup, page, part, &format!("m{}", number + 1), &mut walks);
    }
    markup.close();
    markup.open("script", &[("type", "application/json"), ("id", "data")]);
    markup.markup(&data(&walks));
    markup.close();
    markup.verbatim("script", &[], SCRIPT);
    if has_index {
        markup.verbatim("script", &[], INDEX_SCRIPT);
    }
    markup.close();
    markup
}

fn head(markup: &mut Markup, page: &Page, headline: &str, has_pictures: bool) {
    let name = page.only_model().map_or_else(String::new, |name| format!("{name}: "));
    markup.open("head", &[]);
    markup.void("meta", &[("charset", "utf-8")]);
    let policy = [("http-equiv", "Content-Security-Policy"), ("content", POLICY)];
    markup.void("meta", &policy);
    let viewport = [("name", "viewport"), ("content", "width=device-width, initial-scale=1")];
    markup.void("meta", &viewport);
    markup.void("meta", &[("name", "color-scheme"), ("content", "light dark")]);
    markup.element("title", &[], &format!("{} {name}{headline}", sign(page.exit_status).0));
    markup.void("link", &[("rel", "icon"), ("href", "data:,")]);
    if has_pictures {
        markup.verbatim("style", &[], &picture_style());
    }
    markup.verbatim("style", &[], STYLE);
    markup.close();
}

fn banner(markup: &mut Markup, page: &Page, headline: &str, tally: Option<&str>) {
    markup.open("header", &[("class", "banner")]);
    markup.element("p", &[("class", "tool")], &page.origin);
    markup.open("h1", &[]);
    if let Some(name) = page.only_model() {
        markup.element("span", &[("class", "name")], name);
        markup.text(": ");
    }
    mark(markup, sign(page.exit_status), headline);
    markup.close();
    if let Some(tally) = tally {
        markup.element("p", &[("class", "tally")], tally);
    }
    for remark in &page.remarks {
        match remark.trim() {
            line if !line.contains('\n') => markup.element("p", &[], line),
            text => evidence(markup, &text.lines().map(str::to_owned).collect::<Vec<_>>()),
        }
    }
    markup.close();
}
