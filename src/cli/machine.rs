//! Memory and processors of the machine, and the use of them by this process.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use rustix::param::page_size;
use rustix::time::{ClockId, clock_gettime};

/// Unit of the times of threads that Linux gives.
const MILLISECONDS_A_TICK: u64 = 10;

/// Returns the memory in bytes that this process may use: that of the machine, or the lowest limit of its control
/// groups. `None` if the system does not provide this information.
///
/// The files of the system are read only once.
pub(crate) fn machine_memory() -> Option<u64> {
    static MEMORY: OnceLock<Option<u64>> = OnceLock::new();
    *MEMORY.get_or_init(|| memory_below(Path::new("/")))
}

/// Returns the number of threads that this process may run at once.
///
/// The system is asked only once.
pub(crate) fn processors() -> usize {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    *PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Returns the memory limit of this process in bytes: the one that the user states, else three quarters of
/// [`machine_memory`].
pub(crate) fn granted_memory(memory: Option<u64>) -> Option<u64> {
    memory.or_else(|| machine_memory().map(|memory| memory / 4 * 3))
}

/// Returns the memory that this process uses now, in bytes, if the system provides it.
pub(crate) fn memory_in_use() -> Option<u64> {
    memory_of("self")
}

/// Returns the memory that a process uses now, by its number. It is asked before each question: this is the shortest file
/// that says it.
pub(crate) fn memory_of(process: &str) -> Option<u64> {
    let pages = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let resident: u64 = pages.split(' ').nth(1)?.parse().ok()?;
    resident.checked_mul(page_size() as u64)
}

/// Starts a new measurement for [`peak_memory`].
pub(crate) fn reset_peak_memory() {
    // If this is not possible, the peak is that of the whole run.
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// Returns the maximum memory that this process used at one time, in bytes, if the system provides it.
pub(crate) fn peak_memory() -> Option<u64> {
    kibibytes(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// Returns the CPU time of the calling thread.
pub(crate) fn thread_time() -> Duration {
    clock(ClockId::ThreadCPUTime)
}

/// Returns the CPU time of all threads of this process.
pub(crate) fn process_time() -> Duration {
    clock(ClockId::ProcessCPUTime)
}

fn clock(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// Whether a thread could use a processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ThreadState {
    /// It computes, or would if it got a processor.
    Ready,
    /// It waits for something else.
    Waiting,
}

/// What a thread of this process does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThreadWork {
    /// The number that the system gives to it.
    pub(crate) thread: u64,
    pub(crate) state: ThreadState,
    /// The CPU time that it has used, in steps of some milliseconds.
    pub(crate) time: Duration,
}

/// Returns the number of the calling thread, if the system provides it.
pub(crate) fn this_thread() -> Option<u64> {
    let path = fs::read_link("/proc/thread-self").ok()?;
    path.file_name()?.to_str()?.parse().ok()
}

/// Returns what the threads of this process do; none if the system does not provide it.
pub(crate) fn threads() -> Vec<ThreadWork> {
    let Ok(directory) = fs::read_dir("/proc/self/task") else { return Vec::new() };
    let work = |entry: fs::DirEntry| {
        let thread = entry.file_name().to_str()?.parse().ok()?;
        let text = fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name before may have blanks and parentheses.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |place: usize| fields.get(place)?.parse::<u64>().ok();
        let state = match *fields.first()? {
            "R" => ThreadState::Ready,
            _ => ThreadState::Waiting,
        };
        let time = Duration::from_millis((ticks(11)? + ticks(12)?) * MILLISECONDS_A_TICK);
        Some(ThreadWork { thread, state, time })
    };
    directory.flatten().filter_map(work).collect()
}

/// Returns [`machine_memory`] for a system whose files are below `root`.
fn memory_below(root: &Path) -> Option<u64> {
    let table = fs::read_to_string(root.join("proc/meminfo")).ok()?;
    let machine = kibibytes(&table, "MemTotal:")?;
    Some(group_memory(root).map_or(machine, |group| group.min(machine)))
}

/// Returns the lowest memory limit of the control groups of this process.
///
/// A line of `/proc/self/cgroup` is `0::PATH` in version 2 of control groups, `N:CONTROLLERS:PATH` in version 1. The
/// limits of all groups on the path apply. A container may see only a part of the path: groups without a file have no
/// limit.
fn group_memory(root: &Path) -> Option<u64> {
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let path_of = |is_it: fn(&str) -> bool| {
        let own = groups.lines().find_map(|line| {
            let (_, line) = line.split_once(':')?;
            let (controllers, path) = line.split_once(':')?;
            is_it(controllers).then(|| path.trim_start_matches('/'))
        });
        Path::new(own.unwrap_or_default())
    };
    let version_2 = path_of(str::is_empty);
    let version_1 = path_of(|controllers| controllers.split(',').any(|one| one == "memory"));
    let files = [
        (version_2, "sys/fs/cgroup", "memory.max"),
        (version_1, "sys/fs/cgroup/memory", "memory.limit_in_bytes"),
    ];
    let limits = files.into_iter().flat_map(|(path, top, file)| {
        path.ancestors().filter_map(move |group| {
            fs::read_to_string(root.join(top).join(group).join(file)).ok()?.trim().parse().ok()
        })
    });
    limits.min()
}

fn kibibytes(table: &str, key: &str) -> Option<u64> {
    let line = table.lines().find_map(|line| line.strip_prefix(key))?;
    let number: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    number.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the memory limit on a machine with 8 GiB and these files.
    fn memory(name: &str, files: &[(&str, &str)]) -> Option<u64> {
        let root = std::env::temp_dir().join(format!("scm-check-{}-{name}", std::process::id()));
        let meminfo = ("proc/meminfo", "MemTotal:        8388608 kB\nMemFree: 1 kB\n");
        for (path, text) in files.iter().chain([&meminfo]) {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let memory = memory_below(&root);
        fs::remove_dir_all(root).unwrap();
        memory
    }

    #[test]
    fn the_least_limit_of_the_own_control_groups_holds() {
        assert_eq!(memory("none", &[]), Some(8 << 30));
        let slice = [
            ("proc/self/cgroup", "0::/user.slice/run-1.scope\n"),
            ("sys/fs/cgroup/memory.max", "max\n"),
            ("sys/fs/cgroup/user.slice/memory.max", "4294967296\n"),
            ("sys/fs/cgroup/user.slice/run-1.scope/memory.max", "268435456\n"),
            ("sys/fs/cgroup/other.slice/memory.max", "1048576\n"),
        ];
        assert_eq!(memory("slice", &slice), Some(256 << 20));
        assert_eq!(memory("above", &slice[..3]), Some(4 << 30));
        let container =
            [("proc/self/cgroup", "0::/\n"), ("sys/fs/cgroup/memory.max", "1073741824\n")];
        assert_eq!(memory("container", &container), Some(1 << 30));
        let hidden = [("proc/self/cgroup", "0::/docker/1\n"), container[1]];
        assert_eq!(memory("hidden", &hidden), Some(1 << 30));
        let version_1 = [
            ("proc/self/cgroup", "5:cpu,cpuacct:/a\n4:memory:/b\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"),
            ("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "1048576\n"),
            ("sys/fs/cgroup/memory/b/memory.limit_in_bytes", "2097152\n"),
        ];
        assert_eq!(memory("version-1", &version_1), Some(2 << 20));
    }
}
