import {
  ONBOARDING_TASK_TRANSITIONS,
  type OnboardingTaskAct,
  type OnboardingTaskEventType,
  type OnboardingTaskStatus,
  type OnboardingTaskType,
} from "../../contract/onboarding/vocabulary.ts";

/** What an act on an onboarding task is judged by. */
export interface TaskState {
  readonly taskType: OnboardingTaskType;
  readonly status: OnboardingTaskStatus;
  /** When the client opened it last. */
  readonly openedAt: Date | null;
  readonly skippedAt: Date | null;
}

/** What an act makes of a task; nothing happened when there are no events. */
export interface TaskChange {
  readonly act: OnboardingTaskAct;
  readonly to: OnboardingTaskStatus;
  readonly events: readonly OnboardingTaskEventType[];
}

/**
 * What an act makes of a task (docs/rooms/onboarding.md#task-and-workflow), or that the task is closed.
 * To open what is open, or to skip what is skipped, changes nothing; to open a skipped task resumes it,
 * once.
 */
export function judgeTaskAct(task: TaskState, act: OnboardingTaskAct): TaskChange | "TASK_CLOSED" {
  const transitions: Partial<Record<OnboardingTaskAct, OnboardingTaskStatus>> =
    ONBOARDING_TASK_TRANSITIONS[task.status];
  const to = transitions[act];
  return to === undefined ? "TASK_CLOSED" : { act, to, events: eventsOf(task, act) };
}

function eventsOf(task: TaskState, act: OnboardingTaskAct): readonly OnboardingTaskEventType[] {
  switch (act) {
    case "OPEN":
      return openingEvents(task);
    case "SKIP":
      return task.status === "SKIPPED_FOR_NOW" ? [] : ["skipped"];
    case "COMPLETE":
      return isUnopenedForm(task) ? ["opened", "completed"] : ["completed"];
    case "FORCE_COMPLETE":
      return ["completed"];
    case "CANCEL":
      return ["cancelled"];
    case "EXPIRE":
      return ["expired"];
  }
}

/** A form that was submitted was opened; a baseline is told elsewhere. */
function isUnopenedForm({ status, taskType }: TaskState): boolean {
  return status === "READY" && taskType === "QUESTIONNAIRE";
}

function openingEvents({ status, openedAt, skippedAt }: TaskState) {
  if (status === "READY") return ["opened"] as const;
  if (status === "OPENED") return [];
  const isResumed = openedAt !== null && skippedAt !== null && openedAt > skippedAt;
  return isResumed ? [] : (["resumed"] as const);
}
