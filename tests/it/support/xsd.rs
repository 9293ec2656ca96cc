//! Schemas of XML, as far as that of JUnit needs them, and whether a document is valid by them.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node};

const NAMESPACE: &str = "http://www.w3.org/2001/XMLSchema";

/// What may stand in an element, so many times.
struct Particle {
    what: What,
    least: usize,
    most: usize,
}

enum What {
    Element(String),
    Sequence(Vec<Particle>),
    Choice(Vec<Particle>),
}

/// What the schema says of an element.
#[derive(Default)]
struct Element {
    contents: Option<Particle>,
    /// Whether text may stand in it.
    is_mixed: bool,
    /// The attributes, with whether they are required and the name of their type.
    attributes: BTreeMap<String, (bool, String)>,
}

/// A schema whose elements are all global.
pub(crate) struct Xsd {
    elements: BTreeMap<String, Element>,
    /// The patterns of the simple types.
    patterns: BTreeMap<String, String>,
}

fn is(node: &Node<'_, '_>, name: &str) -> bool {
    node.has_tag_name((NAMESPACE, name))
}

fn children<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(Node::is_element)
}

fn particle(node: Node<'_, '_>) -> Particle {
    let occurs = |name: &str| match node.attribute(name) {
        None => 1,
        Some("unbounded") => usize::MAX,
        Some(number) => number.parse().unwrap(),
    };
    let what = match node.tag_name().name() {
        "element" => {
            let name = node.attribute("ref").or(node.attribute("name"));
            What::Element(name.unwrap().to_owned())
        }
        "sequence" => What::Sequence(children(node).map(particle).collect()),
        "choice" => What::Choice(children(node).map(particle).collect()),
        other => panic!("the test does not know `{other}`"),
    };
    Particle { what, least: occurs("minOccurs"), most: occurs("maxOccurs") }
}

impl Element {
    fn new(complex: Node<'_, '_>) -> Self {
        let mut element =
            Self { is_mixed: complex.attribute("mixed") == Some("true"), ..Self::default() };
        for part in children(complex) {
            if is(&part, "attribute") {
                let is_required = part.attribute("use") == Some("required");
                let name = part.attribute("name").unwrap().to_owned();
                let kind = part.attribute("type").unwrap().to_owned();
                element.attributes.insert(name, (is_required, kind));
            } else {
                element.contents = Some(particle(part));
            }
        }
        element
    }
}

impl Xsd {
    /// Reads a schema.
    pub(crate) fn read(text: &str) -> Self {
        let document = Document::parse(text).unwrap();
        let (mut elements, mut patterns) = (BTreeMap::new(), BTreeMap::new());
        let types: BTreeMap<&str, Node<'_, '_>> = children(document.root_element())
            .filter(|node| is(node, "complexType"))
            .map(|node| (node.attribute("name").unwrap(), node))
            .collect();
        for node in children(document.root_element()) {
            let name = node.attribute("name").unwrap().to_owned();
            if is(&node, "simpleType") {
                let pattern = node.descendants().find(|node| is(node, "pattern")).unwrap();
                patterns.insert(name, pattern.attribute("value").unwrap().to_owned());
            } else if is(&node, "element") {
                let inner = children(node).find(|node| is(node, "complexType"));
                let named = node.attribute("type");
                let element = match (inner, named) {
                    (Some(complex), None) => Element::new(complex),
                    (None, Some("xs:string")) => Element { is_mixed: true, ..Element::default() },
                    (None, Some(name)) => Element::new(types[name]),
                    other => panic!("the test does not know {other:?}"),
                };
                elements.insert(name, element);
            }
        }
        Self { elements, patterns }
    }

    /// Returns what is wrong with a document whose first element is called `root`, and where.
    pub(crate) fn objections(&self, text: &str, root: &str) -> Vec<String> {
        let document = match Document::parse(text) {
            Ok(document) => document,
            Err(error) => return vec![format!("no XML: {error}")],
        };
        let mut found = Vec::new();
        let first = document.root_element();
        if first.tag_name().name() != root {
            found.push(format!("the root is {}", first.tag_name().name()));
        }
        self.test(first, &mut found);
        found
    }

    fn test(&self, node: Node<'_, '_>, found: &mut Vec<String>) {
        let name = node.tag_name().name();
        let own = node.attribute("name").unwrap_or_default();
        let place = format!("{name} `{own}`");
        let Some(element) = self.elements.get(name) else {
            found.push(format!("{place}: no such element"));
            return;
        };
        for attribute in node.attributes() {
            match element.attributes.get(attribute.name()) {
                None => found.push(format!("{place}: no attribute {}", attribute.name())),
                Some((_, kind)) if !self.is_of_type(attribute.value(), kind) => {
                    found.push(format!("{place}: {} is no {kind}", attribute.value()));
                }
                Some(_) => {}
            }
        }
        for (name, (is_required, _)) in &element.attributes {
            if *is_required && !node.has_attribute(name.as_str()) {
                found.push(format!("{place}: lacks {name}"));
            }
        }
        let has_text = node.children().any(|child| {
            child.is_text() && child.text().is_some_and(|text| !text.trim().is_empty())
        });
        if has_text && !element.is_mixed {
            found.push(format!("{place}: no text may stand there"));
        }
        let names: Vec<&str> = children(node).map(|child| child.tag_name().name()).collect();
        let fits = match &element.contents {
            None => names.is_empty(),
            Some(contents) => ends(contents, &names, &BTreeSet::from([0])).contains(&names.len()),
        };
        if !fits {
            found.push(format!("{place}: {names:?} may not stand there"));
        }
        children(node).for_each(|child| self.test(child, found));
    }

    fn is_of_type(&self, value: &str, kind: &str) -> bool {
        match (kind, self.patterns.get(kind).map(String::as_str)) {
            ("xs:string", _) => true,
            // Digits with commas between thousands, and at most three behind the point.
            (_, Some(r"(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]{0,3})?")) => {
                let (whole, rest) = value.split_once('.').unwrap_or((value, ""));
                let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
                whole.split(',').all(are_digits) && are_digits(rest) && rest.len() <= 3
            }
            other => panic!("the test does not know {other:?}"),
        }
    }
}

/// Returns where the contents may end that begin at one of `starts` in a list of names.
fn ends(particle: &Particle, names: &[&str], starts: &BTreeSet<usize>) -> BTreeSet<usize> {
    let once = |starts: &BTreeSet<usize>| match &particle.what {
        What::Element(name) => {
            let matching = |start: &&usize| names.get(**start) == Some(&name.as_str());
            starts.iter().filter(matching).map(|start| start + 1).collect()
        }
        What::Sequence(parts) => {
            parts.iter().fold(starts.clone(), |starts, part| ends(part, names, &starts))
        }
        What::Choice(parts) => {
            parts.iter().flat_map(|part| ends(part, names, starts)).collect::<BTreeSet<usize>>()
        }
    };
    let mut now = starts.clone();
    let mut found = if particle.least == 0 { now.clone() } else { BTreeSet::new() };
    for count in 1..=particle.most {
        now = once(&now);
        let before = found.len();
        if count >= particle.least {
            found.extend(&now);
        }
        if now.is_empty() || count >= particle.least && found.len() == before {
            break;
        }
    }
    found
}
