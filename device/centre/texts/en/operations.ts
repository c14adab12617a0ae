import type { OperationTexts } from "../types.ts";

/** English sentences for the person's actions. */
export const operations: OperationTexts = {
  "quick-log.complete-task": ({ task }) => `${task}: completed`,
  "quick-log.complete-item": ({ task, item }) => `${task}: ticked ${item ?? "an item"}`,
  "quick-log.complete-all": ({ task }) => `${task}: ticked all`,
  "quick-log.record-value": ({ task, value }) => `${task}: recorded ${value}`,
  "quick-log.skip": ({ task, item }) =>
    item === null ? `${task}: skipped` : `${task}: skipped ${item}`,
  "quick-log.open-structured-log": ({ task }) => `${task}: opened`,
  "quick-log.snooze": ({ task, number }) =>
    `${task}: snoozed for ${number === 1 ? "1 minute" : `${number} minutes`}`,
  "quick-log.undo": ({ task }) => `${task}: undone`,
  "quick-log.import-value": ({ value, day }) =>
    value === "" ? `Health app: value of ${day} withdrawn` : `Health app: ${value} on ${day}`,
  "today.start": ({ task }) => `${task}: opened`,
  "today.complete": ({ task }) => `${task}: completed`,
  "today.skip": ({ task }) => `${task}: skipped`,
  "workout.start-session": ({ task }) => `${task}: workout started`,
  "workout.upsert-exercise": ({ task }) => `${task}: note on an exercise`,
  "workout.upsert-set": ({ task, number }) =>
    `${task}: ${number === 1 ? "1 set" : `${number} sets`} logged`,
  "workout.skip-exercise": ({ task }) => `${task}: exercise skipped`,
  "workout.use-alternative": ({ task }) => `${task}: exercise replaced`,
  "workout.submit-session": ({ task }) => `${task}: workout finished`,
  "workout.correct-session": ({ task, number }) =>
    `${task}: ${number === 1 ? "1 set" : `${number} sets`} corrected`,
  "workout.discard-session": ({ task }) => `${task}: workout discarded`,
  "form.save-draft": ({ number }) =>
    `Form: ${number === 1 ? "1 answer" : `${number} answers`} saved`,
  "day.review": ({ day }) => `Day of ${day}: reviewed`,
  "inbox.start": () => "Inbox: task started",
  "inbox.resolve": () => "Inbox: task resolved",
  "inbox.review": () => "Inbox: task reviewed",
  "inbox.dismiss": () => "Inbox: task dismissed",
  "inbox.snooze": () => "Inbox: task snoozed",
  "inbox.unsnooze": () => "Inbox: task woken",
  "inbox.undo": () => "Inbox: action undone",
  "inbox.pin": () => "Inbox: task pinned",
  "inbox.unpin": () => "Inbox: task unpinned",
};
