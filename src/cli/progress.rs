//! How far a running search is, on standard error.

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::args::{Colour, ProgressChoice};
use super::output::tell;
use crate::kernel::base::Control;
use crate::kernel::report::scaled;

/// Nothing is shown before.
const SILENCE: Duration = Duration::from_secs(1);
/// The time between two changes of the moving line.
const BLINK: Duration = Duration::from_millis(200);
/// The time between two plain lines.
const PAUSE: Duration = Duration::from_secs(5);

/// A display that runs beside a search until it is dropped.
pub(crate) struct Display {
    /// Dropped to end the thread.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Display {
    /// Starts to show the progress of `control` for a question about a model.
    pub(crate) fn start(
        choice: ProgressChoice,
        model: &str,
        property: &str,
        control: &Arc<Control>,
    ) -> Self {
        if choice == ProgressChoice::None {
            return Self { stop: None, thread: None };
        }
        let moving = choice == ProgressChoice::Auto && io::stderr().is_terminal();
        let (stop, stopped) = mpsc::channel();
        let control = Arc::clone(control);
        // The line is short, and the directories are the least of it.
        let file = Path::new(model).file_name().map_or(model.into(), |name| name.to_string_lossy());
        let label = format!("{file} {property}");
        let thread = std::thread::spawn(move || {
            let began = Instant::now();
            let mut queue = 0;
            let mut line = None;
            let mut wait = SILENCE;
            while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                let text = format!("{label} {}", state(&control, began.elapsed(), &mut queue));
                if moving {
                    line.get_or_insert_with(moving_line).set_message(text);
                    wait = BLINK;
                } else {
                    tell(Colour::Never, &format!("{text}\n"));
                    wait = PAUSE;
                }
            }
            if let Some(line) = line {
                line.finish_and_clear();
            }
        });
        Self { stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // A display that broke has nothing to say about the search.
            let _ = thread.join();
        }
    }
}

fn moving_line() -> ProgressBar {
    let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    line.set_style(
        ProgressStyle::with_template("{wide_msg}").expect("the template has one known place"),
    );
    line
}

/// Returns the counters in words: `0:07 1.2 M states 171 k/s depth 14 queue 88 k (growing) 1.9/4 GiB`.
fn state(control: &Control, elapsed: Duration, last_queue: &mut u64) -> String {
    let progress = &control.progress;
    let (states, queue) = (progress.states(), progress.queue());
    let seconds = elapsed.as_secs();
    let rate = states * 1000 / u64::try_from(elapsed.as_millis().max(1)).unwrap_or(u64::MAX);
    let trend = match queue.cmp(last_queue) {
        std::cmp::Ordering::Greater => " (growing)",
        std::cmp::Ordering::Equal => "",
        std::cmp::Ordering::Less => " (shrinking)",
    };
    *last_queue = queue;
    let memory = match control.max_bytes {
        Some(most) => {
            let most = gibibytes(most);
            format!("{}/{} GiB", gibibytes(progress.bytes()), most.trim_end_matches(".0"))
        }
        None => format!("{} GiB", gibibytes(progress.bytes())),
    };
    format!(
        "{}:{:02} {} states {}/s depth {} queue {}{trend} {memory}",
        seconds / 60,
        seconds % 60,
        scaled(states),
        scaled(rate),
        progress.depth(),
        scaled(queue),
    )
}

/// Returns a number of bytes in GiB, with one decimal.
fn gibibytes(bytes: u64) -> String {
    let tenths = bytes / (1 << 20) * 10 / 1024;
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_the_counters_in_order() {
        let control = Control { max_bytes: Some(4 << 30), ..Control::default() };
        control.progress.publish(1_200_000, 3_000_000, 14, 88_000, 2_040_109_466);
        let text = state(&control, Duration::from_secs(7), &mut 5);
        let expected =
            "0:07 1.2 M states 171 k/s depth 14 queue 88 k (growing) 1.8/4 GiB".to_owned();
        assert_eq!(text, expected);
    }
}
