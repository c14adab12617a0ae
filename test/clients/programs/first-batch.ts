import {
  create,
  type CreatePlan,
  type FormQuestion,
  type FormQuestionNumber,
  type Operation,
  submit,
  type SyncRequest,
} from "./api";

const tick: Operation = {
  clientOperationId: "0198c0de-op-1",
  operationType: "quick-log.complete-task",
  operationVersion: 1,
  localSequence: 1,
  expectedRevision: 1,
  clientRecordedAt: "2026-01-05T08:00:00.000Z",
  payloadChecksum: "sha-256:e5eaf367b04d70c0472bf60e8cce890dbf6991af4d3eeb19cb6945b648e8bf35",
  payload: { taskId: "0198c0de-0000-7000-8000-000000000003" },
};

const batch: SyncRequest = {
  deviceId: "0198c0de-0000-7000-8000-000000000002",
  clientCursor: null,
  operations: [tick],
};

const plan: CreatePlan = {
  content: {
    kind: "HABIT",
    title: "How do you feel?",
    recurrence: { rrule: "FREQ=DAILY" },
    metric: { type: "choice", metricKind: "MOOD", choices: ["good", "bad"] },
    snooze: { minutes: [10, 30] },
  },
};

/** Sends both and reads the answers. */
export const sent = async (at: string) => [await create(at, plan), await submit(at, batch)];

/** The largest answer that a question admits; a kind that is not known yet has none. */
export function mostOf(question: FormQuestion): number | null {
  return isNumber(question) ? question.max : null;
}

function isNumber(question: FormQuestion): question is FormQuestionNumber {
  return question.kind === "NUMBER";
}

type Habit = Extract<CreatePlan["content"], { kind: "HABIT" }>;
type Minutes = NonNullable<NonNullable<Habit["snooze"]>["minutes"]>[number];

/** Does not compile if the minutes of a snooze may be texts. */
export const minutesAreNumbers: [Minutes] extends [number] ? true : false = true;
