//! What there is to say about each code, in the order of the kinds of mistakes.

use kernel::diagnostics::{Code, Severity};

/// The codes; the position is that of the kind.
pub(super) const CODES: [Code; 22] = [
    Code {
        name: "E0601",
        severity: Severity::Error,
        title: "syntax error in a log",
        explanation: "A log is read line by line: JSON lines have an object in each, CSV a row, and plain \
            logs an event such as `!m`, `l?m` or `a`. The line is left out, and the next one is read.",
        example: "{\"location\":\"a\" \"direction\":\"send\",\"message\":\"m\"}",
    },
    Code {
        name: "E0602",
        severity: Severity::Error,
        title: "log is no text",
        explanation: "The file is compressed, or in an encoding that is not UTF-8. Unpack or convert it, and \
            hand it over by a pipe: `gunzip -c a.jsonl.gz | scm-check conform --model M --input jsonl -`.",
        example: "(a file that begins with the bytes 1f 8b)",
    },
    Code {
        name: "E0603",
        severity: Severity::Error,
        title: "line of a log is cut off",
        explanation: "The line ends in the middle of an event. The last line of a log may be so while its \
            writer still writes, or because it was stopped. What stood there is not known.",
        example: "{\"location\":\"a\",\"direc",
    },
    Code {
        name: "E0604",
        severity: Severity::Error,
        title: "bytes in a log that are no text",
        explanation: "Logs are UTF-8, without control characters. Zero bytes come from a machine that went \
            down while it wrote.",
        example: "(the byte ff)",
    },
    Code {
        name: "E0605",
        severity: Severity::Error,
        title: "line of a log is too long",
        explanation: "A line has at most 16 MiB, a row of CSV with line breaks in quotes at most 64 KiB, and \
            an OpenTelemetry document of several lines 256 MiB, so that memory stays bounded.",
        example: "(a line of 17 MiB)",
    },
    Code {
        name: "E0606",
        severity: Severity::Error,
        title: "event of a log lacks a part",
        explanation: "An event has a location and a message; and a direction, unless the message says it: \
            `{l!m,k?m}`. Where events are sorted by time, each has a time, too.",
        example: "{\"location\":\"a\",\"message\":\"m\"}",
    },
    Code {
        name: "E0607",
        severity: Severity::Error,
        title: "wrong value in a log",
        explanation: "A direction is `send` or `receive`, `end` is true or false, and the others are texts; \
            a location, a session and a time may be numbers. Letters of automata have no direction.",
        example: "{\"location\":\"a\",\"direction\":\"out\",\"message\":\"m\"}",
    },
    Code {
        name: "E0608",
        severity: Severity::Error,
        title: "unknown location in a log",
        explanation: "A location is called like one of its lifelines, or like all of them with commas \
            between. The locations of an automaton with plain letters are numbered from 1. An event at a \
            place that the model does not know says nothing for or against the model: leave such \
            lines out by --skip-bad-lines, which counts them. A message that the model does not \
            know is no mistake: it is an event that the model does not expect.",
        example: "{\"location\":\"clint\",\"direction\":\"send\",\"message\":\"m\"}",
    },
    Code {
        name: "E0609",
        severity: Severity::Error,
        title: "event of a log at a foreign location",
        explanation: "A location sees the actions of its own lifelines. Where it has several, an event names \
            the one that acts: as its location, or in the message, as in `{l!m,k?m}`.",
        example: "{\"location\":\"l\",\"message\":\"j!m\"}",
    },
    Code {
        name: "E0610",
        severity: Severity::Error,
        title: "session of a log ended before",
        explanation: "A session ends at its end mark; in a grouped log, where another begins. What comes \
            later is part of no session, since the verdict may have been given. Sessions whose \
            events are mixed are no grouped log. The last 65,536 sessions that ended are remembered.",
        example: "{\"session\":\"7\",\"end\":true}\n{\"session\":\"7\",\"location\":\"a\",\"direction\":\
            \"send\",\"message\":\"m\"}",
    },
    Code {
        name: "E0611",
        severity: Severity::Error,
        title: "wrong header in a log",
        explanation: "The first row of CSV names the columns: location and message, and as needed direction, \
            session, time and end. Other columns are not read. Columns are separated by commas.",
        example: "where;what\na;m",
    },
    Code {
        name: "E0612",
        severity: Severity::Error,
        title: "wrong number of columns in a log",
        explanation: "Each row has as many columns as the header. What contains commas, quotes or line \
            breaks stands in quotes, and quotes in it are doubled.",
        example: "location,direction,message\na,send",
    },
    Code {
        name: "E0613",
        severity: Severity::Error,
        title: "syntax error in the rules of a log",
        explanation: "Rules are TOML: location, direction, message and session say where an event has them, \
            [directions] and [locations] what the values mean, and [[pattern]] how messages are named.",
        example: "location = resource.service.name",
    },
    Code {
        name: "E0614",
        severity: Severity::Error,
        title: "wrong rule for a log",
        explanation: "A place is `name`, `kind`, `body` or `trace`; an attribute as \
            `resource.KEY`, `scope.KEY`, `span.KEY`, `event.KEY`, `log.KEY` or `any.KEY`; or a fixed text \
            behind `=`. A pattern is a regular expression that matches a whole message.",
        example: "location = \"service.name\"",
    },
    Code {
        name: "E0615",
        severity: Severity::Error,
        title: "too many bad lines in a log",
        explanation: "Reading stops after 1,000 bad lines: the file is hardly a log in this format. With \
            --skip-bad-lines it is read to its end.",
        example: "(a picture)",
    },
    Code {
        name: "W0701",
        severity: Severity::Warning,
        title: "time goes back in a log",
        explanation: "The order of events at a location is their order in the log. A time that is earlier \
            than the one before makes that order doubtful. Ask for the order of time by \
            --by-time if the writers of the log do not keep the order. It is said once for \
            each location and session.",
        example: "{\"location\":\"a\",\"direction\":\"send\",\"message\":\"m\",\"time\":2}\n\
            {\"location\":\"a\",\"direction\":\"send\",\"message\":\"n\",\"time\":1}",
    },
    Code {
        name: "W0702",
        severity: Severity::Warning,
        title: "nothing ends the last line of a log",
        explanation: "The last line is read as it is. Perhaps it is cut off: a message that lacks its last \
            letters looks like another message.",
        example: "!m\n!n",
    },
    Code {
        name: "W0703",
        severity: Severity::Warning,
        title: "time in a log cannot be read",
        explanation: "A time is a number, or a text as in `2024-05-17T09:30:00.25Z`. Times that cannot be \
            read are not compared.",
        example: "{\"location\":\"a\",\"direction\":\"send\",\"message\":\"m\",\"time\":\"noon\"}",
    },
    Code {
        name: "W0704",
        severity: Severity::Warning,
        title: "no event in a log",
        explanation: "The file is empty, or nothing in it is an event by the rules. --dry-run shows how the \
            first events are read and counts what is left out.",
        example: "(an empty file)",
    },
    Code {
        name: "W0705",
        severity: Severity::Warning,
        title: "part of an export that is no event",
        explanation: "A span or a log record lacks what an event needs by the rules: a message, a location or \
            a direction that means something; or a span was exported before. It is said once for each reason, and the summary counts them \
            all. What is meant to be left out is named by a pattern with `ignore = true`.",
        example: "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"kind\":3}]}]}]}",
    },
    Code {
        name: "W0706",
        severity: Severity::Warning,
        title: "order of events in a log that time does not tell",
        explanation: "Events are sorted by time, and two different ones of a location and a session have the \
            same time: they keep the order of the log. Or the time of an event of an export is 0, which \
            means that nobody set it: the event stands first. The order may be another one, and \
            the verdict may depend on it; spans are exported when they end, so that their place in \
            the log says nothing of their starts. Either is said once for each log, and the summary counts such events. Log \
            finer times, or sequence numbers as times.",
        example: "{\"location\":\"a\",\"direction\":\"send\",\"message\":\"m\",\"time\":1}\n\
            {\"location\":\"a\",\"direction\":\"send\",\"message\":\"n\",\"time\":1}",
    },
    Code {
        name: "W0707",
        severity: Severity::Warning,
        title: "log with and without sessions",
        explanation: "Some events have a session and others have none. Those without one are one more session, which \
            has no name. If the key was lost somewhere, neither is what happened. It is said once for \
            logs that are read together. Numbers are keys by their value: 7 and 7.0 are one session, \
            and so is the text \"7\".",
        example: "{\"session\":7,\"location\":\"a\",\"direction\":\"send\",\"message\":\"m\"}\n\
            {\"location\":\"a\",\"direction\":\"send\",\"message\":\"n\"}",
    },
];
