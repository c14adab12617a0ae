import { beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { formFeature } from "../../activities/forms/form-feature.ts";
import { submitForm } from "../../activities/forms/submit-form.ts";
import { withdrawForm } from "../../activities/forms/withdraw-form.ts";
import { moveRelationship } from "../../activities/relationships/move-relationship.ts";
import type { Answers } from "../../contract/forms/content-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { FormAssignment } from "../../db/forms/form-assignment.ts";
import { FormDraft } from "../../db/forms/form-draft.ts";
import { FormSubmission } from "../../db/forms/form-submission.ts";
import { OnboardingTask } from "../../db/onboarding/onboarding-task.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { judgeAnswers } from "../../rules/forms/judge-answers.ts";
import { onboardingActorId } from "../../rules/onboarding/onboarding-actor-id.ts";
import { hooks } from "../../workers/hooks.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { buildFormAssignment, GOOD_ANSWERS } from "../factories/forms/assigned-forms.ts";
import { DEFAULT_ANSWERS } from "../factories/forms/forms.ts";
import { buildRelationship } from "../factories/accounts/identity.ts";
import { randomAnswers, randomForm } from "../factories/forms/random-forms.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const ROUNDS = 6;
const CONNECTIONS = 8;

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 16 });
const deps = admissionDeps(em, [formFeature]);

const codeOf = (error: unknown) => (error instanceof Error ? error.message : "unknown");

const times = (work: () => Promise<string>) => Array.from({ length: CONNECTIONS }, () => work);
const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

describe("From eight connections at once", () => {
  test("the same answers are one submission", async () => {
    const { id, put } = await arena();
    const outcomes = await Promise.all(times(() => put()).map((work) => work()));
    expect(new Set(outcomes).size).toBe(1);
    const { submissions, receivedCount } = await left(id);
    expect(submissions.map((one) => one.id)).toEqual([outcomes[0]]);
    expect(receivedCount).toBe(1);
  });

  test("one of several sets of answers wins, and the others are refused", async () => {
    const { id, put } = await arena();
    const goals = Array.from({ length: CONNECTIONS }, (_, n) => `Goal ${n}`);
    const outcomes = await Promise.all(goals.map((goal) => put({ goal })));
    const won = outcomes.filter((outcome) => outcome !== "STATE_CONFLICT");
    expect(won).toHaveLength(1);
    const { submissions, receivedCount } = await left(id);
    expect(submissions[0]?.answers).toEqual({ goal: goals[outcomes.indexOf(won[0] ?? "")] });
    expect(receivedCount).toBe(1);
  });

  test("a form is submitted or cancelled, never both", async () => {
    for (const round of rounds) {
      const { id, put, takeBack } = await arena();
      const works = [...times(() => put()).slice(4), ...times(takeBack).slice(4)];
      const outcomes = new Set(await inTurn(round, works));
      const { status, submissions, receivedCount, cancelledCount } = await left(id);
      if (status === "SUBMITTED") {
        expect(outcomes).toEqual(new Set([submissions[0]?.id, "TASK_CLOSED"]));
        expect([receivedCount, cancelledCount]).toEqual([1, 0]);
      } else {
        expect(status).toBe("CANCELLED");
        expect(outcomes).toEqual(new Set(["CANCELLED", "TASK_CLOSED"]));
        expect([submissions.length, receivedCount, cancelledCount]).toEqual([0, 0, 1]);
      }
    }
  });

  test("each draft is saved before the submission or refused as closed, and none remains", async () => {
    for (const round of rounds) {
      const { id, put, save } = await arena();
      const drafts = Array.from({ length: 2 }, (_, n) => () => save(`Goal ${n}`));
      const outcomes = await inTurn(round, [...times(() => put()).slice(2), ...drafts]);
      const { status, submissions, drafts: kept, receivedCount } = await left(id);
      expect([status, kept, receivedCount, submissions.length]).toEqual(["SUBMITTED", 0, 1, 1]);
      const known = new Set([submissions[0]?.id, "ACCEPTED", "FORM_CLOSED"]);
      expect(outcomes.filter((outcome) => !known.has(outcome))).toEqual([]);
    }
  });

  test("the end of a relationship comes before a submission or after it", async () => {
    for (const round of rounds) {
      const { scope, id, put } = await arena();
      const move = { act: "END", reason: "Over", byUserId: scope.coachUserId } as const;
      const end = () =>
        transact(em, (tx) =>
          moveRelationship(tx, { ...scope, ...move, requestId: null }, hooks.relationships),
        ).then(() => "ENDED", codeOf);
      const outcomes = await inTurn(round, [...times(() => put()).slice(1), end]);
      const { status, submissions, receivedCount, cancelledCount } = await left(id);
      const won = submissions.length;
      expect([receivedCount, cancelledCount]).toEqual([won, 1 - won]);
      expect(status).toBe(won === 1 ? "SUBMITTED" : "CANCELLED");
      const known = new Set([submissions[0]?.id, "ENDED", "NOT_FOUND"]);
      expect(outcomes.filter((outcome) => !known.has(outcome))).toEqual([]);
    }
  });
});

test("The submitted questionnaire of an onboarding wakes its actor", async () => {
  const { client, relationshipId } = await buildRelationship(em);
  const source = { relationshipId, sourceType: "ONBOARDING" } as const;
  const { id, sourceId } = await em.fork().findOneOrFail(FormAssignment, source);
  const { formSubmissionId } = await transact(em, (tx) =>
    submitForm(tx, {
      formAssignmentId: id,
      clientUserId: client.userId,
      answers: DEFAULT_ANSWERS,
      requestId: null,
    }),
  );
  const { instanceId } = await em.fork().findOneOrFail(OnboardingTask, sourceId);
  const where = { type: "FormSubmissionReceived", subjectId: formSubmissionId } as const;
  const rows = await em.fork().find(OutboxRow, where);
  const toActor = rows.filter(({ consumer }) => consumer === "onboarding-actor");
  expect(toActor.map(({ key }) => key)).toEqual([onboardingActorId(instanceId)]);
  expect(toActor[0]?.refs).toMatchObject({ formAssignmentId: id, sourceId, instanceId });
});

let client: Awaited<ReturnType<typeof buildAgendaOwner>>;
beforeAll(async () => {
  client = await buildAgendaOwner(em);
});

const filled = randomForm.chain((form) =>
  randomAnswers(form).map((answers) => ({ form, answers })),
);
type Filled = typeof filled extends fc.Arbitrary<infer Drawn> ? Drawn : never;

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

test("A submission is stored and published exactly if its answers are valid for the form", async () => {
  const law = async ({ form, answers }: Filled) => {
    const { id } = await buildFormAssignment(em, client, { content: form });
    const faults = judgeAnswers(form, answers, "SUBMISSION");
    expect(await submitted(id, answers)).toEqual(
      faults.map(({ questionId, code }) => ({ pointer: `/answers/${questionId}`, code })),
    );
    const kept = await em.fork().findOne(FormSubmission, { assignmentId: id });
    expect(kept?.answers).toEqual(faults.length === 0 ? answers : undefined);
    const where = { type: "FormSubmissionReceived", consumer: "event-feed" } as const;
    const count =
      kept === null ? 0 : await em.fork().count(OutboxRow, { ...where, subjectId: kept.id });
    expect(count).toBe(kept === null ? 0 : 1);
  };
  const isValid = ({ form, answers }: Filled) =>
    judgeAnswers(form, answers, "SUBMISSION").length === 0;
  // Half of the submissions are valid, whatever the seed.
  const numRuns = Math.ceil(campaignSize("DRAWN_CASES", 100) / 2);
  await fc.assert(fc.asyncProperty(filled.filter(isValid), law), { numRuns });
  const isFaulty = (drawn: Filled) => !isValid(drawn);
  await fc.assert(fc.asyncProperty(filled.filter(isFaulty), law), { numRuns });
});

/** One form of a new client, and the acts that may race on it. */
async function arena() {
  const scope = await buildScope(em);
  const { id } = await buildFormAssignment(em, scope);
  const submitting = { formAssignmentId: id, clientUserId: scope.clientUserId, requestId: null };
  const put = (answers: Answers = GOOD_ANSWERS) =>
    transact(em, (tx) => submitForm(tx, { ...submitting, answers })).then(
      ({ formSubmissionId }) => formSubmissionId,
      codeOf,
    );
  const takeBack = () =>
    transact(em, (tx) =>
      withdrawForm(tx, { ...scope, formAssignmentId: id, requestId: null }),
    ).then(() => "CANCELLED", codeOf);
  const save = (goal: string) => saved(scope, id, goal);
  return { scope, id, put, takeBack, save };
}

async function saved(scope: BuiltScope, formAssignmentId: string, goal: string): Promise<string> {
  const payload = { formAssignmentId, answers: { goal } };
  const { results } = await submit(deps, scope, [queued("form.save-draft", payload)]);
  return results[0]?.rejectionCode ?? results[0]?.conflictCode ?? results[0]?.status ?? "none";
}

async function left(id: string) {
  const fork = em.fork();
  const eventsOf = async (type: "FormSubmissionReceived" | "FormAssignmentCancelled") =>
    (await fork.find(OutboxRow, { type, consumer: "event-feed" })).filter(
      ({ refs }) => refs["formAssignmentId"] === id,
    ).length;
  return {
    status: (await fork.findOneOrFail(FormAssignment, id)).status,
    submissions: await fork.find(FormSubmission, { assignmentId: id }),
    drafts: await fork.count(FormDraft, { assignmentId: id }),
    receivedCount: await eventsOf("FormSubmissionReceived"),
    cancelledCount: await eventsOf("FormAssignmentCancelled"),
  };
}

/** Alternates which act starts, so that both orders occur. */
function inTurn<T>(round: number, works: readonly (() => Promise<T>)[]) {
  return Promise.all((round % 2 === 0 ? works : works.toReversed()).map((work) => work()));
}
