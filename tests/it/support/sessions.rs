//! Sessions whose evidence the checker confirms, called as a library.

use std::sync::Mutex;

use scm_check::internals::check::reachability::Engine;
use scm_check::internals::driver::system::{
    ChannelReading, Origin, RestatedModel, SystemOptions, SystemSession, Task, everything, load,
    systems,
};
use scm_check::internals::driver::{Checker, Confirmation};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::model::cfsm::{ChannelKind, SystemNames};
use scm_check::internals::model::evidence::EvidenceRequest;
use verify::{Verdict, verify, verify_choreography};

/// RSC, and without a violation in FIFO channels.
pub(crate) const STREAM: &str = "scm m : nb_channels = 2 ; parameters : int a ; int b ;
automaton p : initial : 0 state 0 : to 1 : when true , 0 ! a ; state 1 : to 0 : when true , 1 ? b ;
automaton q : initial : 0 state 0 : to 1 : when true , 0 ? a ; state 1 : to 0 : when true , 1 ! b ;";

/// RSC, with infinitely many configurations, and a deadlock: nobody receives `b`.
pub(crate) const UNREAD: &str = "scm m : nb_channels = 2 ; parameters : int a ; int b ;
automaton p : initial : 0 state 0 : to 0 : when true , 0 ! a ; to 1 : when true , 1 ! b ;
state 1 : to 1 : when true , 1 ! b ;
automaton q : initial : 0 state 0 : to 0 : when true , 0 ? a ;";

/// Not RSC: the messages cross.
pub(crate) const CROSSING: &str = "scm m : nb_channels = 2 ; parameters : int a ; int b ;
automaton p : initial : 0 state 0 : to 1 : when true , 0 ! a ; state 1 : to 2 : when true , 1 ? b ; state 2 :
automaton q : initial : 0 state 0 : to 1 : when true , 1 ! b ; state 1 : to 2 : when true , 0 ? a ; state 2 :";

/// The engines with certificates of different forms.
pub(crate) const ENGINES: [Engine; 5] =
    [Engine::Auto, Engine::Invariant, Engine::Persistent, Engine::Backward, Engine::Linear];

/// What the checker was given: evidence, the text of a model, and a certificate that the evidence rests on.
pub(crate) struct Given {
    pub(crate) evidence: Vec<u8>,
    pub(crate) text: Vec<u8>,
    pub(crate) membership: Option<Vec<u8>>,
    pub(crate) said: Verdict,
}

/// The independent checker as a library. It remembers what it was given.
#[derive(Default)]
pub(crate) struct Called(pub(crate) Mutex<Vec<Given>>);

impl std::fmt::Debug for Called {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Called")
    }
}

impl Checker for Called {
    fn confirm(
        &self,
        evidence: &[u8],
        (name, text): (&str, &[u8]),
        membership: Option<&[u8]>,
        _: &Control,
    ) -> Confirmation {
        let check = if name == "model.ca" { verify_choreography } else { verify };
        let said = check(evidence, text, membership);
        self.0.lock().unwrap().push(Given {
            evidence: evidence.to_vec(),
            text: text.to_vec(),
            membership: membership.map(<[u8]>::to_vec),
            said: said.clone(),
        });
        match said {
            Verdict::Confirmed => Confirmation::Confirmed,
            Verdict::Rejected(why) => Confirmation::Rejected(why),
            Verdict::Partial(why) | Verdict::Unsupported(why) => Confirmation::Unsupported(why),
        }
    }
}

/// Returns what the checker says of the answers to all questions about a model, as written and with bags. With names
/// its two participants, messages and channels have these, and the checker is given a text of its own.
pub(crate) fn confirmations(
    checker: &Called,
    text: &str,
    names: Option<&[String]>,
    engine: Engine,
) -> Vec<(String, Option<Confirmation>)> {
    let (loaded, model) = load("m.scm", Ok(text.into()));
    let mut model = model.expect("the text is a model");
    if let Some(names) = names {
        model.system = model.system.with_names(SystemNames {
            system: names[0].clone(),
            participants: names.iter().cloned().collect(),
            states: model.system.automata().iter().map(|one| one.states().clone()).collect(),
            messages: names.iter().rev().cloned().collect(),
            channels: names.iter().cloned().map(Some).collect(),
        });
    }
    let readings = [ChannelReading::AsWritten, ChannelReading::All(ChannelKind::Bag)];
    let tasks = readings.iter().flat_map(|reading| everything(&model, *reading));
    let tasks: Vec<Task> = tasks.collect();
    let systems = systems(&model, &tasks);
    let wanted = EvidenceRequest::Certificate;
    let options = SystemOptions { wanted, reachability: engine, ..SystemOptions::default() };
    let control = Control { max_states: Some(1_000), ..Control::unlimited() };
    let mut session =
        SystemSession::new(&control, options, Some(checker), (&loaded, &model), &systems);
    if names.is_some() {
        session = session.with_origin(Origin::Made(Some(RestatedModel::new(&model.system))));
    }
    let answers = tasks.iter().filter_map(|task| Some((task, session.answer(task)?)));
    answers.map(|(task, answer)| (task.property.clone(), answer.confirmation)).collect()
}
