//! Which file defines what a path names: through modules, imports, re-exports and crates.

use std::collections::{BTreeMap, BTreeSet};

use super::rust_text::{self, Import, RustText};

/// One source file.
#[derive(Debug)]
pub(super) struct SourceFile {
    /// The path from the directory of the workspace.
    pub(super) name: String,
    /// The path of the module, which begins with its crate.
    pub(super) module: String,
    /// The text.
    pub(super) text: String,
    /// Whether it is compiled only for tests.
    pub(super) is_test: bool,
    names: RustText,
}

/// One use of a name that some module of the workspace defines.
#[derive(Debug)]
pub(super) struct Use {
    /// The path as it is written.
    pub(super) written: String,
    /// The module in whose file the name is defined, or the module that is named.
    pub(super) target: String,
    /// All modules in which the name was looked up, those of re-exports among them.
    pub(super) passed: Vec<String>,
    /// Whether it makes the file depend on the target: a mere re-export or the name of a module does not.
    pub(super) is_dependency: bool,
    /// Whether it belongs to a test.
    pub(super) is_test: bool,
}

/// All source files, and which modules and names they declare.
#[derive(Debug)]
pub(super) struct Universe {
    /// The files, in order.
    pub(super) files: Vec<SourceFile>,
    /// The file of each module.
    modules: BTreeMap<String, usize>,
    /// The imports of each module.
    imports: BTreeMap<String, Vec<Import>>,
    /// The module of each macro by example, by the root of its crate and its name.
    macros: BTreeMap<String, String>,
}

/// Returns the module of a file, and nothing for a file that is none.
///
/// Crates of the floors have the names of their directories, the shell belongs to `program`.
pub(super) fn module_of(file: &str) -> Option<String> {
    let stem = file.strip_suffix(".rs").or_else(|| file.strip_suffix(".lalrpop"))?;
    let parts: Vec<&str> = stem.split('/').filter(|part| *part != "mod").collect();
    let parts = match parts.as_slice() {
        ["src", "main"] => vec!["program"],
        // The name under which `lalrpop_mod!` declares a grammar in the file of its parser.
        ["src", "language", "grammar", language] => vec!["language", language, "parser", "grammar"],
        // A build script is a program of its own, and so is an example.
        ["src", _, "build"] | ["src", _, "examples", ..] => return None,
        ["src", "lib"] => vec!["scm_check"],
        ["src", "front", rest @ ..] => [&["scm_check", "front"], rest].concat(),
        ["src", "bin", rest @ ..] => [&["bin"], rest].concat(),
        ["src", "cli", rest @ ..] => [&["program", "cli"], rest].concat(),
        ["tests", "it", "main"] => vec!["it"],
        // Tests in the package of a floor use it from outside.
        ["src", _, "tests", rest @ ..] => [&["it"], rest].concat(),
        ["src" | "tests", rest @ ..] => rest.to_vec(),
        _ => return None,
    };
    Some(parts.join("::"))
}

impl Universe {
    /// Returns the universe of some files with their texts.
    pub(super) fn new(texts: impl IntoIterator<Item = (String, String)>) -> Universe {
        let files = texts.into_iter().filter_map(|(name, text)| {
            let (module, names) = (module_of(&name)?, rust_text::read(&text));
            Some(SourceFile { name, module, text, is_test: false, names })
        });
        let mut files: Vec<SourceFile> = files.collect();
        let tests: BTreeSet<String> = files
            .iter()
            .flat_map(|file| file.names.test_children.iter().map(|child| join(&file.module, child)))
            .collect();
        let (mut modules, mut imports, mut macros) =
            (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        for (number, file) in files.iter_mut().enumerate() {
            file.is_test = tests.contains(&file.module);
            modules.insert(file.module.clone(), number);
            for inside in &file.names.inline_modules {
                modules.insert(scope(&file.module, inside), number);
            }
            for import in &file.names.imports {
                let scope = scope(&file.module, &import.inside);
                imports.entry(scope).or_insert_with(Vec::new).push(import.clone());
            }
            for name in &file.names.macros {
                macros.insert(join(root(&file.module), name), file.module.clone());
            }
        }
        Universe { files, modules, imports, macros }
    }

    /// Returns the file in which a module is written.
    pub(super) fn file(&self, module: &str) -> Option<&SourceFile> {
        self.modules.get(module).map(|number| &self.files[*number])
    }

    /// Returns the uses of names of the workspace in a file.
    pub(super) fn uses(&self, file: &SourceFile) -> Vec<Use> {
        let imports = file.names.imports.iter().map(|import| {
            let counts = !import.is_public || import.is_used;
            (&import.path, &import.inside, counts, import.is_test)
        });
        let paths =
            file.names.paths.iter().map(|path| (&path.path, &path.inside, true, path.is_test));
        let uses = imports.chain(paths).filter_map(|(written, inside, counts, is_test)| {
            let mut passed = Vec::new();
            let scope = scope(&file.module, inside);
            let (target, is_module) = self.resolve(&scope, written, None, &mut passed)?;
            let is_dependency = counts && !is_module;
            let is_test = is_test || file.is_test;
            Some(Use { written: written.clone(), target, passed, is_dependency, is_test })
        });
        uses.collect()
    }

    /// Returns all imports and paths of a file as they are written.
    pub(super) fn written(file: &SourceFile) -> impl Iterator<Item = &str> {
        let imports = file.names.imports.iter().map(|import| import.path.as_str());
        imports.chain(file.names.paths.iter().map(|path| path.path.as_str()))
    }

    /// Returns the module to which a path leads, and whether it is named itself or defines what is named.
    ///
    /// Nothing for names of other crates and for those that only `scope` knows. `skipped` is the import whose path
    /// this is; the modules on the way are appended to `passed`.
    fn resolve(
        &self,
        scope: &str,
        path: &str,
        skipped: Option<&Import>,
        passed: &mut Vec<String>,
    ) -> Option<(String, bool)> {
        assert!(passed.len() < 100, "the imports behind `{path}` in {scope} lead in a circle");
        let mut names = path.split("::").peekable();
        let first = names.next()?;
        let is_last = names.peek().is_none();
        let (mut here, mut is_module) = match first {
            "crate" => (root(scope).to_owned(), true),
            "self" => (scope.to_owned(), true),
            "super" => (parent(scope)?, true),
            name => self.lookup(scope, name, is_last, skipped, passed).or_else(|| {
                let is_crate = self.modules.contains_key(name) && !name.contains("::");
                is_crate.then(|| (name.to_owned(), true))
            })?,
        };
        while is_module {
            passed.push(here.clone());
            let Some(name) = names.next() else { break };
            let is_last = names.peek().is_none();
            (here, is_module) = match name {
                "super" => (parent(&here)?, true),
                "*" => (here, false),
                name => match self.lookup(&here, name, is_last, None, passed) {
                    Some(found) => found,
                    None => {
                        let module = self.macros.get(&join(&here, name));
                        (module.cloned().unwrap_or(here), false)
                    }
                },
            };
        }
        passed.push(here.clone());
        Some((here, is_module))
    }

    /// Returns where a name leads that `module` declares as a child or imports: for the last name of a path rather an
    /// item than a module of the same name, before that a module.
    fn lookup(
        &self,
        module: &str,
        name: &str,
        is_last: bool,
        skipped: Option<&Import>,
        passed: &mut Vec<String>,
    ) -> Option<(String, bool)> {
        let imports = || {
            let imports = self.imports.get(module).into_iter().flatten();
            imports.filter(|import| !skipped.is_some_and(|skipped| std::ptr::eq(*import, skipped)))
        };
        let child = join(module, name);
        let is_child = self.modules.contains_key(&child);
        let mut found = Vec::from_iter(is_child.then(|| ((child, true), passed.clone())));
        for import in imports().filter(|import| import.name == name) {
            let mut further = passed.clone();
            let target = self.resolve(module, &import.path, Some(import), &mut further);
            found.extend(target.map(|target| (target, further)));
        }
        for import in imports().filter(|import| import.name == "*") {
            if found.is_empty() {
                let mut further = passed.clone();
                let all = import.path.trim_end_matches("::*");
                let (all, _) = self.resolve(module, all, Some(import), &mut further)?;
                let target = self.lookup(&all, name, is_last, None, &mut further);
                found.extend(target.map(|target| (target, further)));
            }
        }
        let best = found.iter().position(|((_, is_module), _)| *is_module != is_last);
        let (target, further) = found.into_iter().nth(best.unwrap_or(0))?;
        *passed = further;
        Some(target)
    }
}

fn join(module: &str, name: &str) -> String {
    format!("{module}::{name}")
}

fn scope(module: &str, inside: &[String]) -> String {
    inside.iter().fold(module.to_owned(), |module, name| join(&module, name))
}

/// Returns the crate of a module.
pub(super) fn root(module: &str) -> &str {
    module.split("::").next().unwrap_or(module)
}

fn parent(module: &str) -> Option<String> {
    module.rsplit_once("::").map(|(parent, _)| parent.to_owned())
}
