//! The floor `driver` part by part: a file of tests for each file that is tested.

mod choreography_session;
mod component_engine;
mod component_logs;
mod conformance_answer_object;
mod conformance_checkpoint;
mod conformance_log_reading;
mod conformance_pool;
mod evidence_names;
mod instrumented;
mod level;
mod property_group;
mod restating;
mod system_session;
