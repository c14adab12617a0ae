import type {
  OnboardingTaskAct,
  OnboardingTaskEventType,
  OnboardingTaskType,
} from "../../contract/onboarding/vocabulary.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import type { TaskChange } from "./judge-task-act.ts";

/**
 * The events of an onboarding task's change, in order (docs/rooms/onboarding.md#events). The onboarding's own events
 * follow from the questionnaire alone.
 */
export function eventsOfChange(
  { act, events }: TaskChange,
  taskType: OnboardingTaskType,
): readonly EmittedChange[] {
  if (events.length === 0) return [];
  const ofTask = events.flatMap((event): readonly EventType[] => EVENTS[event]);
  if (taskType === "BASELINE") return ofTask.map((type) => ({ type, about: "TASK" }));
  return [
    ...[...ofTask, ...OF_QUESTIONNAIRE[act]].map((type) => ({ type, about: "TASK" }) as const),
    ...OF_INSTANCE[act].map((type) => ({ type, about: "INSTANCE" }) as const),
  ];
}

/** A domain event, and whether its subject is the task or the whole onboarding. */
export interface EmittedChange {
  readonly type: EventType;
  readonly about: "TASK" | "INSTANCE";
}

/** By the change of the task; its creation is reported as the start of the onboarding. */
const EVENTS = {
  created: [],
  opened: ["OnboardingTaskOpened"],
  skipped: ["OnboardingTaskSkipped"],
  resumed: ["OnboardingTaskResumed"],
  completed: ["OnboardingTaskCompleted"],
  expired: ["OnboardingTaskExpired"],
  cancelled: ["OnboardingTaskCancelled"],
} as const satisfies Record<OnboardingTaskEventType, readonly EventType[]>;

/** Further events by act: changes of the questionnaire. */
const OF_QUESTIONNAIRE = {
  OPEN: [],
  SKIP: ["OnboardingQuestionnaireSkipped"],
  COMPLETE: ["OnboardingQuestionnaireSubmitted"],
  CANCEL: [],
  FORCE_COMPLETE: [],
  EXPIRE: [],
} as const satisfies Record<OnboardingTaskAct, readonly EventType[]>;

/** Further events by act: changes of the onboarding. */
const OF_INSTANCE = {
  OPEN: [],
  SKIP: ["ClientOnboardingCompletedWithPendingTask"],
  COMPLETE: ["ClientOnboardingCompleted", "ClientOnboardingFinished"],
  CANCEL: ["ClientOnboardingFinished"],
  FORCE_COMPLETE: ["ClientOnboardingCompleted", "ClientOnboardingFinished"],
  EXPIRE: [],
} as const satisfies Record<OnboardingTaskAct, readonly EventType[]>;
