import {
  ONBOARDING_TASK_TRANSITIONS,
  type OnboardingTaskAct,
  type OnboardingTaskEventType,
  type OnboardingTaskStatus,
  type OnboardingTaskType,
} from "../../contract/onboarding/vocabulary.ts";

/**
 * The change of a task by an act (docs/rooms/onboarding.md#task-and-workflow), or that the task is closed. Opening an
 * open task or skipping a skipped one changes nothing. Opening a skipped task resumes it, once.
 */
export function judgeTaskAct(task: TaskState, act: OnboardingTaskAct): TaskChange | "TASK_CLOSED" {
  const transitions: Partial<Record<OnboardingTaskAct, OnboardingTaskStatus>> =
    ONBOARDING_TASK_TRANSITIONS[task.status];
  const to = transitions[act];
  return to === undefined ? "TASK_CLOSED" : { act, to, events: eventsOf(task, act) };
}

/** The facts that decide about an act on an onboarding task. */
export interface TaskState {
  readonly taskType: OnboardingTaskType;
  readonly status: OnboardingTaskStatus;
  /** When the client last opened it. */
  readonly openedAt: Date | null;
  readonly skippedAt: Date | null;
}

/** The change of a task by an act; without events nothing happened. */
export interface TaskChange {
  readonly act: OnboardingTaskAct;
  readonly to: OnboardingTaskStatus;
  readonly events: readonly OnboardingTaskEventType[];
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

/** Submitting a form implies opening it; a baseline is reported elsewhere. */
function isUnopenedForm({ status, taskType }: TaskState): boolean {
  return status === "READY" && taskType === "QUESTIONNAIRE";
}

function openingEvents({ status, openedAt, skippedAt }: TaskState) {
  if (status === "READY") return ["opened"] as const;
  if (status === "OPENED") return [];
  const isResumed = openedAt !== null && skippedAt !== null && openedAt > skippedAt;
  return isResumed ? [] : (["resumed"] as const);
}
