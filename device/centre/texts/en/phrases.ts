import type { CentrePhrases } from "../types.ts";

/** The other sentences of the sync centre, in English. */
export const phrases: CentrePhrases = {
  groups: { ATTENTION: "Needs attention", WAITING: "Waiting", DONE: "Answered" },
  statuses: {
    QUEUED: "Waiting",
    SYNCING: "Sending",
    ACCEPTED: "Accepted",
    REJECTED: "Refused",
    CONFLICTED: "Conflict",
    DISCARDED: "Discarded",
  },
  waits: {
    OFFLINE: "No connection. It is sent automatically.",
    RETRY_AT: "The server did not take it yet. It is sent again automatically.",
    SIGN_IN: "It is sent once you sign in again.",
    SCOPE_LOCKED: "The coaching is paused. It is sent once the pause ends.",
    NO_ACCESS:
      "You have no access to this coaching now. The entry stays here and is sent if you get access again.",
    DEPENDENCY: "It waits for another entry.",
    MEDIA: "Its files are still uploading.",
    SET_ASIDE: "The server could not read it. A new version of the app sends it again.",
    VERSION: "The server does not know this kind of entry yet. It is sent again automatically.",
    UNREADABLE: "This device lost its key, so it cannot be sent. Discard it and enter it again.",
  },
  waitsNext: "It is sent next.",
  retryAt: (time) => `Next try: ${time}.`,
  retries: (count) => (count === 1 ? "Tried once." : `Tried ${count} times.`),
  categories: {
    STALE_REVISION: "This was changed elsewhere in the meantime.",
    SUPERSEDED_ASSIGNMENT: "Your coach changed or removed what this entry is about.",
    PERMISSION_REVOKED: "You no longer have access to this.",
    LIFECYCLE_CLOSED: "This is closed and takes no more entries.",
    DUPLICATE_OPERATION: "The server has this entry already.",
    PAYLOAD_INVALID: "The server cannot accept this entry as it is.",
    UPLOAD_EXPIRED: "A file of this entry has to be sent again.",
    DEVICE_REVOKED: "This device is signed out on the server.",
    SERVER_REQUIRES_REFETCH: "The newest state has to be loaded first.",
  },
  refused: "The server did not accept this entry.",
  range: (min, max) => `From ${min} to ${max} is possible.`,
  advice: {
    STALE_REVISION: "Look at the task as it is. If your entry is still right, send it again.",
    SUPERSEDED_ASSIGNMENT: "Look at today's tasks. If it still matters, tell your coach.",
    PERMISSION_REVOKED: "Ask your coach.",
    LIFECYCLE_CLOSED: "It stays here as a record. If it matters, tell your coach.",
    DUPLICATE_OPERATION: "Nothing is lost.",
    PAYLOAD_INVALID: "Correct the entry, then send it again.",
    UPLOAD_EXPIRED: "Attach the file again.",
    DEVICE_REVOKED: "Sign in again on this device.",
    SERVER_REQUIRES_REFETCH: "Load the newest state. If your entry is still right, make it again.",
  },
  adviceOtherwise: "Load the newest state. If the entry still matters, make it again.",
  resolutions: {
    RETRY: "It is sent again automatically.",
    RESUBMIT: "You can send it again.",
    REFRESH: "You can load the newest state.",
    DISCARD: "You can discard it.",
  },
  acts: {
    RESUBMIT: {
      label: "Send again",
      consequence: "Makes the same entry again, on the newest state.",
    },
    CORRECT: { label: "Correct", consequence: "Opens the entry, so that you can change it." },
    OPEN_WORKOUT: {
      label: "Open workout",
      consequence: "A workout is decided as a whole, in its own screen.",
    },
    REFETCH: { label: "Load newest state", consequence: "Shows what changed since your entry." },
    DISCARD: {
      label: "Discard",
      consequence: "Gives the entry up. You can take that back for 30 seconds.",
    },
    UNDO_DISCARD: { label: "Undo", consequence: "Brings the entry back as it was." },
  },
  made: (time) => `entered ${time}`,
  unreadable: "An entry that cannot be read on this device",
  discardedContent: "A discarded entry",
  otherAction: (task) => `${task}: another kind of entry`,
  unknownTask: "A task that is not on today's list",
  unknownItem: "an item",
  yes: "Yes",
  no: "No",
  changed: {
    by: {
      SELF: ({ what, time }) => `On another device you changed ${what}${time}.`,
      COACH: ({ what, time }) => `Your coach changed ${what}${time}.`,
      CLIENT: ({ what, time }) => `The client changed ${what}${time}.`,
      SYSTEM: ({ what, time }) => `The system changed ${what}${time}.`,
      UNKNOWN: ({ what, time }) => `Somebody changed ${what}${time}.`,
    },
    fields: {
      status: "its state",
      values: "its value",
      snooze: "its time",
      items: "its items",
      answers: "its answers",
      tasks: "tasks of the day",
      title: "its title",
      instructions: "its instructions",
      dueAt: "when it is due",
      content: "its content",
    },
    and: "and",
    fits: "Your entry still fits.",
    replaced: "Another task replaced it, and your entry fits that one.",
    check: "Check whether your entry is still right.",
    readFirst: "Load the newest state before you decide.",
  },
  notes: {
    mayHaveArrived: "It was sent before, without an answer. The server may have it.",
    discardedMayHaveArrived:
      "It was sent before you discarded it. If the server has it, it may still count.",
    dependents: (count) =>
      count === 1
        ? "1 other waiting entry needs this one."
        : `${count} other waiting entries need this one.`,
    judgedOlder:
      "The server was restored from a backup. It checked this entry against an older state.",
    replaced: "You made it again. The newer entry counts.",
    undoFor: (seconds) =>
      seconds === 1
        ? "You can take this back for 1 more second."
        : `You can take this back for ${seconds} more seconds.`,
  },
  lost: {
    title: "Not readable on this device",
    why: "This device lost the key, so nobody can read or send this any more. What was accepted before is safe on the server.",
    kinds: {
      FORM: { what: "Answers to a form", advice: "Open the form and answer it again." },
      WORKOUT: {
        what: "A workout that was not finished",
        advice: "Start the workout again. Sets that were accepted still count.",
      },
      REVIEW: { what: "A review that you were writing", advice: "Write it again." },
      "form.submit": {
        what: "A form that you submitted",
        advice: "The server may have it. If the form is still open, submit it again.",
      },
      "workout-resolution": {
        what: "Your decision about a workout",
        advice: "Open the workout. If it still asks, decide again.",
      },
      "account.accept": {
        what: "An invitation that you accepted",
        advice: "Open the invitation again. If the server has your account, you only sign in.",
      },
      OTHER: {
        what: "A request without an answer",
        advice: "The server may have it. If nothing changed, make it again.",
      },
    },
    discard: {
      label: "Delete",
      consequence: "Deletes it from this device for good. It could not be read or sent again.",
    },
  },
  counts: {
    entries: (count) => (count === 1 ? "1 entry" : `${count} entries`),
    attention: (count) =>
      count === 1 ? "1 entry needs attention." : `${count} entries need attention.`,
    waiting: (count) => (count === 1 ? "1 entry waits." : `${count} entries wait.`),
    nothing: "Everything is sent.",
  },
};
