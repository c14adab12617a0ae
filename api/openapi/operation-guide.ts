/** Guide to an operation type for developers. */
interface OperationGuide {
  /** Effect of the operation, and the action that it serves. */
  readonly does: string;
  /** The object whose revision is `expectedRevision`, and whether it is needed. */
  readonly revisionOf: string;
}

const DAILY_TASK = "`expectedRevision` is the revision of the daily task, as last read.";
const DAILY_TASK_BY_METRIC = `${DAILY_TASK} Only a metric with the mode REPLACE needs it.`;
const DAILY_TASK_IF_KNOWN = `${DAILY_TASK} It is optional.`;
const NO_REVISION = "`expectedRevision` has no meaning here.";
const DRAFT = `${NO_REVISION} The payload has the revision of the phone's own draft.`;
const COACH_TASK = "`expectedRevision` is the revision of the coach's task, as last read.";
const COACH_TASK_IF_KNOWN = `${COACH_TASK} It is optional.`;

/** Guide of each operation type, by its name; the document shows it with the type's schema. */
export const OPERATION_GUIDE: Readonly<Record<string, OperationGuide>> = {
  "quick-log.complete-task": {
    does: "Completes a daily task by a tap: the action COMPLETE_TASK.",
    revisionOf: DAILY_TASK,
  },
  "quick-log.complete-item": {
    does: "Ticks one item of a daily task: the action COMPLETE_ITEM.",
    revisionOf: DAILY_TASK,
  },
  "quick-log.complete-all": {
    does: "Ticks all items of a daily task that may be ticked in bulk: the action COMPLETE_ALL_ITEMS.",
    revisionOf: DAILY_TASK,
  },
  "quick-log.record-value": {
    does: "Records a value of a daily task's metric: the action RECORD_VALUE.",
    revisionOf: DAILY_TASK_BY_METRIC,
  },
  "quick-log.skip": {
    does: "Skips a daily task, or one of its items, for a reason: the action SKIP.",
    revisionOf: DAILY_TASK,
  },
  "quick-log.open-structured-log": {
    does: "Starts a daily task that has its own screen: the action OPEN_STRUCTURED_LOG.",
    revisionOf: DAILY_TASK,
  },
  "quick-log.snooze": {
    does: "Snoozes a daily task by one of the offered lengths: the action SNOOZE.",
    revisionOf: DAILY_TASK,
  },
  "quick-log.undo": {
    does: "Takes back an earlier operation on a daily task: the action UNDO. Version 2 also undoes another phone's.",
    revisionOf: DAILY_TASK_BY_METRIC,
  },
  "quick-log.import-value": {
    does: "Reports the sum that a health store has measured for a day. It serves no action and names no task.",
    revisionOf: NO_REVISION,
  },
  "today.start": {
    does: "Starts a daily task that has its own screen: the action OPEN_STRUCTURED_LOG.",
    revisionOf: DAILY_TASK_IF_KNOWN,
  },
  "today.complete": {
    does: "Completes a daily task with its items: the actions COMPLETE_TASK and COMPLETE_ALL_ITEMS.",
    revisionOf: DAILY_TASK_IF_KNOWN,
  },
  "today.skip": {
    does: "Skips a daily task for a reason: the action SKIP.",
    revisionOf: DAILY_TASK_IF_KNOWN,
  },
  "workout.start-session": {
    does: "Starts the session of a workout, once its screen was opened (OPEN_STRUCTURED_LOG).",
    revisionOf: DRAFT,
  },
  "workout.upsert-exercise": {
    does: "Saves one exercise of a running session; the highest revision wins.",
    revisionOf: DRAFT,
  },
  "workout.upsert-set": {
    does: "Saves or removes one set of a running session; the highest revision wins.",
    revisionOf: DRAFT,
  },
  "workout.skip-exercise": {
    does: "Skips one exercise of a running session, for a reason.",
    revisionOf: DRAFT,
  },
  "workout.use-alternative": {
    does: "Replaces one exercise of a running session by an approved alternative.",
    revisionOf: DRAFT,
  },
  "workout.submit-session": {
    does: "Submits a whole session and completes its task.",
    revisionOf: DRAFT,
  },
  "workout.correct-session": {
    does: "Corrects sets of a submitted session while it may be corrected.",
    revisionOf: DRAFT,
  },
  "workout.discard-session": {
    does: "Discards a session that was not submitted.",
    revisionOf: DRAFT,
  },
  "form.save-draft": {
    does: "Saves the whole draft of a form; a later request submits it.",
    revisionOf: "`expectedRevision` is the revision of the form assignment, as last read.",
  },
  "day.review": {
    does: "Marks a client's day as reviewed, as far as the coach saw it.",
    revisionOf: "`expectedRevision` is the day's `agendaVersion`, as the summary had it.",
  },
  "inbox.start": {
    does: "Starts a task of the inbox by opening its source: the action START.",
    revisionOf: COACH_TASK_IF_KNOWN,
  },
  "inbox.resolve": {
    does: "Resolves a task of the inbox: the action RESOLVE.",
    revisionOf: COACH_TASK,
  },
  "inbox.review": {
    does: "Marks the source of a task of the inbox as reviewed: the action REVIEW.",
    revisionOf: COACH_TASK,
  },
  "inbox.dismiss": {
    does: "Dismisses a task of the inbox: the action DISMISS.",
    revisionOf: COACH_TASK,
  },
  "inbox.snooze": {
    does: "Snoozes a task of the inbox until a preset: the action SNOOZE.",
    revisionOf: COACH_TASK,
  },
  "inbox.unsnooze": {
    does: "Ends the snooze of a task of the inbox: the action UNSNOOZE.",
    revisionOf: COACH_TASK_IF_KNOWN,
  },
  "inbox.undo": {
    does: "Takes back one's own decision on a task of the inbox: the action UNDO.",
    revisionOf: COACH_TASK_IF_KNOWN,
  },
  "inbox.pin": {
    does: "Pins a task of the inbox: the action PIN.",
    revisionOf: COACH_TASK_IF_KNOWN,
  },
  "inbox.unpin": {
    does: "Unpins a task of the inbox: the action UNPIN.",
    revisionOf: COACH_TASK_IF_KNOWN,
  },
};
