import { createPlan, submitBatch } from "./sdk.gen";
import type {
  CreatePlan,
  FormQuestion,
  FormQuestionNumber,
  Operation,
  SyncRequest,
} from "./types.gen";

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

/** Sends the batch and reads the verdict on its operation. */
export async function submit(relationshipId: string): Promise<string | undefined> {
  const { data } = await submitBatch({ path: { relationshipId }, body: batch });
  return data?.data.results[0]?.status;
}

/** Sends the plan under a key. */
export async function create(workspaceId: string): Promise<string | undefined> {
  const headers = { "Idempotency-Key": "plan-1" };
  const { data } = await createPlan({ path: { workspaceId }, headers, body: plan });
  return data?.data.planId;
}

export const plan: CreatePlan = {
  content: {
    kind: "HABIT",
    title: "How do you feel?",
    recurrence: { rrule: "FREQ=DAILY" },
    metric: { type: "choice", metricKind: "MOOD", choices: ["good", "bad"] },
    snooze: { minutes: [10, 30] },
  },
};

/** The largest answer that a question admits; a kind that is not known yet has none. */
export function mostOf(question: FormQuestion): number | null {
  return isNumber(question) ? question.max : null;
}

function isNumber(question: FormQuestion): question is FormQuestionNumber {
  return question.kind === "NUMBER";
}

// An id is no number of minutes.
// @ts-expect-error Minutes are numbers.
export const refused: CreatePlan["content"] = { ...plan.content, snooze: { minutes: ["10"] } };
