//! The floor `driver` part by part: a file of tests for each file that is tested.

mod choreography_channels;
mod choreography_session;
mod property_group;
