//! The bundled interactions.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::{Model, read, read_signature};
use scm_check::internals::language::reading::Reading;
use scm_check::internals::model::interaction::{Refusal, Synthesis, Synthesised, synthesise};

pub(crate) struct Bundled {
    /// The name of its files, without extensions.
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) signature: String,
    pub(crate) model: Model,
}

impl Bundled {
    pub(crate) fn stated(&self, property: &str) -> Option<&str> {
        let mut stated = self.model.expectations.iter();
        stated.find(|stated| stated.property == property).map(|stated| stated.value.as_str())
    }

    pub(crate) fn synthesised(&self, how: &Synthesis) -> Result<Synthesised, Refusal> {
        synthesise(&self.model.interaction, how, &Control::unlimited())
    }
}

/// Returns the models in the order of their names.
pub(crate) fn models() -> Vec<Bundled> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/interactions");
    let mut found = Vec::new();
    let mut signatures = BTreeSet::new();
    for entry in fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("hif") => {
                let text = |path: &Path| fs::read_to_string(path).expect(&name);
                let signature = text(&path.with_extension("hsf"));
                let source = Source::new(name.clone(), signature.clone());
                let Reading { diagnostics: mistakes, model: known } = read_signature(&source);
                assert_eq!(mistakes, [], "{name}");
                let text = text(&path);
                let reading = read(&Source::new(name.clone(), text.clone()), known.as_ref());
                // One model is there to show parts that change nothing.
                let shows = |code: &str| name == "many_ways_to_nothing" && code == "W0509";
                let odd = reading.diagnostics.iter().find(|one| !shows(one.code.name));
                assert_eq!(odd, None, "{name}");
                let model = reading.model.unwrap();
                found.push(Bundled { name, text, signature, model });
            }
            Some("hsf") => _ = signatures.insert(name),
            _ => panic!("{} is no interaction", path.display()),
        }
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    assert!(found.iter().map(|one| &one.name).eq(&signatures), "a file has no other one");
    found
}
