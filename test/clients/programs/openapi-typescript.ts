import type { components, paths } from "./schema.d.ts";

type Schemas = components["schemas"];
type CreatePlan = Schemas["CreatePlan"];
type FormQuestion = Schemas["FormQuestion"];
type FormQuestionNumber = Schemas["FormQuestionNumber"];
type Operation = Schemas["Operation"];
type SyncRequest = Schemas["SyncRequest"];
type Submit = paths["/api/v1/coach-client-relationships/{relationshipId}/sync"]["post"];
type Answer = Submit["responses"][200]["content"]["application/json"];

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
export async function submit(url: string): Promise<string | undefined> {
  const answer = await fetch(url, { method: "POST", body: JSON.stringify(batch) });
  const { data }: Answer = await answer.json();
  return data.results[0]?.status;
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
