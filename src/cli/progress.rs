//! Progress of a running search, on standard error.

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::option_groups::{Colour, ProgressChoice, ReportArguments};
use super::output::tell;
use scm_check::internals::kernel::base::{Control, grouped, scaled};
use scm_check::internals::render::drawing::{cut_beginning, display_width};

/// Time before the first display.
const SILENCE: Duration = Duration::from_secs(1);
/// Interval between two updates of the moving line.
const BLINK: Duration = Duration::from_millis(200);
/// Interval between two plain lines.
const PAUSE: Duration = Duration::from_secs(5);

/// Minimum number of characters of a shortened file name.
const SHORTEST_NAME: usize = 12;
/// The counters of a search or of a log, as text.
struct Counters {
    text: String,
    /// The text without its least important part, if there is one.
    short: Option<String>,
}

/// Texts for the change of a queue.
const TRENDS: [&str; 2] = [" (growing)", " (shrinking)"];

/// Shows the progress of the searches of a run. Of several at the same time, a terminal shows the one that began first.
///
/// One thread serves all searches and is not joined: on a busy machine that would cost more than most searches take.
#[derive(Clone)]
pub(crate) struct Display {
    shared: Option<Arc<Shared>>,
}

/// The state shared with the thread.
struct Shared {
    /// The running searches, in the order of their beginnings.
    running: Mutex<Vec<Running>>,
    begun: Condvar,
    /// Number of searches so far.
    count: AtomicU64,
    /// Whether the thread was started.
    started: OnceLock<()>,
    /// Whether the line is updated in place on a terminal.
    moving: bool,
}

/// Progress of reading a log, or many multitraces.
#[derive(Debug, Default)]
struct LogCounts {
    read: AtomicU64,
    events: AtomicU64,
    /// Number of all parts, if it is known.
    all: Option<u64>,
}

/// Progress of a library of models.
#[derive(Debug)]
struct ModelCounts {
    done: AtomicU64,
    all: usize,
}

/// The counters that are shown.
enum Counted {
    /// The counters of a search.
    Search(Arc<Control>),
    /// The progress of reading a log.
    Log(Arc<LogCounts>),
    /// The progress of a library.
    Models(Arc<ModelCounts>),
}

/// A running search.
struct Running {
    number: u64,
    file: String,
    property: String,
    counted: Counted,
    began: Instant,
    /// Time of the next display.
    due: Instant,
    /// Length of the queue at the last display.
    queue: u64,
    line: Option<ProgressBar>,
}

/// Ends the display of a search when it is dropped.
pub(crate) struct Shown<'a>(Option<(&'a Shared, u64)>);

/// Shows the progress of reading a log, until it is dropped.
pub(crate) struct LogProgress<'a> {
    parts: Arc<LogCounts>,
    _shown: Shown<'a>,
}

/// Shows the progress of a library of models, until it is dropped.
pub(crate) struct ModelProgress<'a> {
    counts: Arc<ModelCounts>,
    _shown: Shown<'a>,
}

impl ModelProgress<'_> {
    /// Records that one more model is answered.
    pub(crate) fn went_on(&self) {
        self.counts.done.fetch_add(1, Ordering::Relaxed);
    }
}

impl LogProgress<'_> {
    /// Records that `parts` more parts are read, and that there are `events` events so far.
    pub(crate) fn went_on(&self, parts: usize, events: u64) {
        self.parts.read.fetch_add(parts as u64, Ordering::Relaxed);
        self.parts.events.store(events, Ordering::Relaxed);
    }
}

impl Display {
    /// Returns a display that is empty.
    pub(crate) fn new(choice: ProgressChoice) -> Self {
        let moving = choice == ProgressChoice::Auto && io::stderr().is_terminal();
        let (running, begun, count, started) = Default::default();
        let shared = Shared { running, begun, count, started, moving };
        let wanted = choice != ProgressChoice::None;
        Self { shared: wanted.then(|| Arc::new(shared)) }
    }

    /// Returns the display that goes with a report.
    pub(crate) fn of(report: &ReportArguments) -> Self {
        Self::new(if report.quiet { ProgressChoice::None } else { report.progress })
    }

    /// Shows the progress of `control` for a question about a model, from the first second on.
    pub(crate) fn start(&self, model: &str, property: &str, control: &Arc<Control>) -> Shown<'_> {
        self.show(model, property, Counted::Search(Arc::clone(control)))
    }

    /// Shows the progress of reading a log; `all` is its number of bytes, if it is known.
    pub(crate) fn read(&self, log: &str, all: Option<u64>) -> LogProgress<'_> {
        let parts = Arc::new(LogCounts { all, ..LogCounts::default() });
        let shown = self.show(log, "conforms", Counted::Log(Arc::clone(&parts)));
        LogProgress { parts, _shown: shown }
    }

    /// Shows the progress of a library of `all` models.
    pub(crate) fn models(&self, all: usize) -> ModelProgress<'_> {
        let counts = Arc::new(ModelCounts { done: AtomicU64::new(0), all });
        let shown = self.show("batch", "models", Counted::Models(Arc::clone(&counts)));
        ModelProgress { counts, _shown: shown }
    }

    /// Removes the moving line, before other output is written to the terminal. The next update shows it again.
    pub(crate) fn hide(&self) {
        let Some(shared) = &self.shared else { return };
        for running in &mut *shared.lock() {
            if let Some(line) = running.line.take() {
                line.finish_and_clear();
                running.due = Instant::now() + BLINK;
            }
        }
    }

    fn show(&self, model: &str, property: &str, counted: Counted) -> Shown<'_> {
        let Some(shared) = &self.shared else { return Shown(None) };
        // The line is short, and the directories are the least important part.
        let file = Path::new(model).file_name().map_or(model.into(), |name| name.to_string_lossy());
        let began = Instant::now();
        let number = shared.count.fetch_add(1, Ordering::Relaxed);
        shared.lock().push(Running {
            number,
            file: file.into_owned(),
            property: property.to_owned(),
            counted,
            began,
            due: began + SILENCE,
            queue: 0,
            line: None,
        });
        shared.begun.notify_one();
        shared.started.get_or_init(|| {
            let shared = Arc::clone(shared);
            // If the thread cannot be started, no progress is shown, and the searches continue.
            let _ = std::thread::Builder::new().spawn(move || shared.watch());
        });
        Shown(Some((shared, number)))
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Vec<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows the running searches, as long as the process lives.
    fn watch(&self) {
        let mut running = self.lock();
        loop {
            let now = Instant::now();
            let shown = if self.moving { 1 } else { usize::MAX };
            for search in running.iter_mut().take(shown).filter(|search| search.due <= now) {
                search.show(self.moving);
                search.due = now + if self.moving { BLINK } else { PAUSE };
            }
            running = match running.iter().take(shown).map(|search| search.due).min() {
                None => self.begun.wait(running).unwrap_or_else(PoisonError::into_inner),
                Some(due) => {
                    let wait = due.saturating_duration_since(now);
                    let woken = self.begun.wait_timeout(running, wait);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

impl Running {
    fn show(&mut self, moving: bool) {
        let elapsed = self.began.elapsed();
        let state = match &self.counted {
            Counted::Search(control) => state(control, elapsed, &mut self.queue),
            Counted::Log(parts) => Counters { text: parts.state(elapsed), short: None },
            Counted::Models(counts) => Counters { text: counts.state(elapsed), short: None },
        };
        let width = if moving { width() } else { None };
        let text = fitting(&self.file, &self.property, &state, width);
        if moving {
            self.line.get_or_insert_with(moving_line).set_message(text);
        } else {
            tell(Colour::Never, &format!("{text}\n"));
        }
    }
}

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        let Some((shared, number)) = self.0 else { return };
        let mut running = shared.lock();
        let place = running.iter().position(|search| search.number == number);
        if let Some(line) = place.and_then(|place| running.remove(place).line) {
            line.finish_and_clear();
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

/// Returns the width of the terminal on which the line is shown.
fn width() -> Option<usize> {
    terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| usize::from(width.0))
}

/// Returns a line of fewer than `width` columns: the least important parts are left out first.
fn fitting(file: &str, property: &str, state: &Counters, width: Option<usize>) -> String {
    let count = display_width;
    let max = width.map_or(usize::MAX, |width| width.saturating_sub(1));
    let whole = format!("{file} {property} {}", state.text);
    if count(&whole) <= max {
        return whole;
    }
    let state = state.short.as_ref().unwrap_or(&state.text);
    let room = max.saturating_sub(count(property) + count(state) + 2).max(SHORTEST_NAME);
    format!("{} {property} {state}", cut_beginning(file, room))
}

/// Returns the counters as text: `0:07 1.2 M states 171 k/s depth 14 queue 88 k (growing) 1.9/4 GiB`.
fn state(control: &Control, elapsed: Duration, last_queue: &mut u64) -> Counters {
    let progress = &control.progress;
    let (states, queue) = (progress.states(), progress.queue());
    let seconds = elapsed.as_secs();
    let rate = states * 1000 / u64::try_from(elapsed.as_millis().max(1)).unwrap_or(u64::MAX);
    let trend = match queue.cmp(last_queue) {
        std::cmp::Ordering::Greater => TRENDS[0],
        std::cmp::Ordering::Equal => "",
        std::cmp::Ordering::Less => TRENDS[1],
    };
    *last_queue = queue;
    let memory = match control.max_bytes {
        Some(max) if max < 1 << 30 => format!("{}/{} MiB", progress.bytes() >> 20, max >> 20),
        Some(max) => {
            let max = gibibytes(max);
            format!("{}/{} GiB", gibibytes(progress.bytes()), max.trim_end_matches(".0"))
        }
        None => format!("{} GiB", gibibytes(progress.bytes())),
    };
    let counters = format!(
        "{}:{:02} {} states {}/s depth {} queue {}",
        seconds / 60,
        seconds % 60,
        scaled(states),
        scaled(rate),
        progress.depth(),
        scaled(queue),
    );
    let text = format!("{counters}{trend} {memory}");
    Counters { text, short: Some(format!("{counters} {memory}")) }
}

impl ModelCounts {
    /// Returns the counters as text: `0:07 430 of 1,000 43 % 0:09 left`.
    fn state(&self, elapsed: Duration) -> String {
        let (done, all) = (self.done.load(Ordering::Relaxed), self.all as u64);
        let counted = format!("{} {} of {}", clock(elapsed.as_secs()), grouped(done), grouped(all));
        counted + &remaining(elapsed, done, all)
    }
}

/// Returns a time in minutes and seconds.
fn clock(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Returns the share that is done and the time left, once something is done: ` 43 % 0:09 left`.
fn remaining(elapsed: Duration, done: u64, all: u64) -> String {
    if all == 0 || done == 0 {
        return String::new();
    }
    let share = (u128::from(done) * 100 / u128::from(all)).min(100);
    let left = elapsed.as_millis().max(1) * u128::from(all.saturating_sub(done));
    let left = clock(u64::try_from(left / u128::from(done) / 1000).unwrap_or(u64::MAX));
    format!(" {share} % {left} left")
}

impl LogCounts {
    /// Returns the counters as text: `0:07 1.2 M events 171 k/s 43 % 0:09 left`.
    fn state(&self, elapsed: Duration) -> String {
        let (read, events) =
            (self.read.load(Ordering::Relaxed), self.events.load(Ordering::Relaxed));
        let millis = u64::try_from(elapsed.as_millis().max(1)).unwrap_or(u64::MAX);
        let rate = events.saturating_mul(1000) / millis;
        let read_text = self.all.map_or(String::new(), |all| remaining(elapsed, read, all));
        format!(
            "{} {} events {}/s{read_text}",
            clock(elapsed.as_secs()),
            scaled(events),
            scaled(rate)
        )
    }
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
    fn the_line_fits_the_terminal() {
        let text = "0:07 1.2 M states 171 k/s depth 14 queue 88 k (growing) 1.9/4 GiB";
        let short = "0:07 1.2 M states 171 k/s depth 14 queue 88 k 1.9/4 GiB";
        let state = Counters { text: text.to_owned(), short: Some(short.to_owned()) };
        let line = |width| fitting("gossip_of_nine_participants.scm", "rsc", &state, width);
        assert!(line(None).contains(text));
        assert!(line(Some(120)).contains(text));
        let narrow = line(Some(80));
        assert!(narrow.chars().count() < 80 && narrow.starts_with(".."), "{narrow}");
        assert!(narrow.ends_with("queue 88 k 1.9/4 GiB"), "{narrow}");
    }

    #[test]
    fn little_memory_is_counted_in_mebibytes() {
        let control = Control { max_bytes: Some(60 << 20), ..Control::default() };
        control.progress.publish(1, 1, 1, 1, 28 << 20);
        let text = state(&control, Duration::from_secs(7), &mut 1).text;
        assert!(text.ends_with("28/60 MiB"), "{text}");
    }

    #[test]
    fn the_line_has_the_counters_in_order() {
        let control = Control { max_bytes: Some(4 << 30), ..Control::default() };
        control.progress.publish(1_200_000, 3_000_000, 14, 88_000, 2_040_109_466);
        let text = state(&control, Duration::from_secs(7), &mut 5).text;
        let expected =
            "0:07 1.2 M states 171 k/s depth 14 queue 88 k (growing) 1.8/4 GiB".to_owned();
        assert_eq!(text, expected);
    }

    #[test]
    fn the_line_of_a_library_says_what_share_is_done() {
        let counts = |done, all| ModelCounts { done: AtomicU64::new(done), all };
        let seven = Duration::from_secs(7);
        assert_eq!(counts(430, 1_000).state(seven), "0:07 430 of 1,000 43 % 0:09 left");
        assert_eq!(counts(0, 10).state(seven), "0:07 0 of 10");
    }

    #[test]
    fn the_line_of_a_log_says_how_long_it_takes_still() {
        let parts = |all, read, events| LogCounts {
            all,
            read: AtomicU64::new(read),
            events: AtomicU64::new(events),
        };
        let seven = Duration::from_secs(7);
        let half = parts(Some(1_000), 430, 1_200_000).state(seven);
        assert_eq!(half, "0:07 1.2 M events 171 k/s 43 % 0:09 left");
        assert_eq!(parts(None, 430, 1_200).state(seven), "0:07 1.2 k events 171/s");
        assert_eq!(parts(Some(10), 20, 0).state(seven), "0:07 0 events 0/s 100 % 0:00 left");
    }
}
