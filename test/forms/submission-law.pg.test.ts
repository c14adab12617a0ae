import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { submitForm } from "../../activities/forms/submit-form.ts";
import type { Answers } from "../../contract/forms/content-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { FormSubmission } from "../../db/forms/form-submission.ts";
import { openDatabase } from "../../db/orm.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/transact.ts";
import { judgeAnswers } from "../../rules/forms/judge-answers.ts";
import { buildFormAssignment } from "../factories/assigned-forms.ts";
import { buildAgendaOwner } from "../factories/agenda-owner.ts";
import { randomAnswers, randomForm } from "../factories/random-forms.ts";
import { campaignSize } from "../harness/campaign.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "submission-law" });
const { em } = database;
afterAll(() => database.close());

let client: Awaited<ReturnType<typeof buildAgendaOwner>>;
beforeAll(async () => {
  client = await buildAgendaOwner(em);
});

const filled = randomForm.chain((form) =>
  randomAnswers(form).map((answers) => ({ form, answers })),
);

async function submitted(formAssignmentId: string, answers: Answers) {
  const { clientUserId } = client;
  const submitting = { formAssignmentId, clientUserId, answers, requestId: null };
  try {
    await transact(em, (tx) => submitForm(tx, submitting));
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return (error.details.errors ?? []).map(({ pointer, code }) => ({ pointer, code }));
  }
}

test("a submission is kept, and told, exactly when its answers are what the form asks for", async () => {
  const seen = { kept: 0, refused: 0 };
  const law = fc.asyncProperty(filled, async ({ form, answers }) => {
    const { id } = await buildFormAssignment(em, client, { content: form });
    const faults = judgeAnswers(form, answers, "SUBMISSION");
    expect(await submitted(id, answers)).toEqual(
      faults.map(({ questionId, code }) => ({ pointer: `/answers/${questionId}`, code })),
    );
    const kept = await em.fork().findOne(FormSubmission, { assignmentId: id });
    expect(kept?.answers).toEqual(faults.length === 0 ? answers : undefined);
    const told = { type: "FormSubmissionReceived", consumer: "event-feed" } as const;
    const count =
      kept === null ? 0 : await em.fork().count(OutboxRow, { ...told, subjectId: kept.id });
    expect(count).toBe(kept === null ? 0 : 1);
    seen[kept === null ? "refused" : "kept"] += 1;
  });
  await fc.assert(law, { numRuns: campaignSize("DRAWN_CASES", 100) });
  expect(Math.min(seen.kept, seen.refused)).toBeGreaterThan(15);
});
