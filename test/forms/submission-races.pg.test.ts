import { afterAll, describe, expect, test } from "@jest/globals";
import { formFeature } from "../../activities/forms/form-feature.ts";
import { submitForm } from "../../activities/forms/submit-form.ts";
import { withdrawForm } from "../../activities/forms/withdraw-form.ts";
import { moveRelationship } from "../../activities/relationships/move-relationship.ts";
import type { Answers } from "../../contract/forms/content-schema.ts";
import { FormAssignment } from "../../db/forms/form-assignment.ts";
import { FormDraft } from "../../db/forms/form-draft.ts";
import { FormSubmission } from "../../db/forms/form-submission.ts";
import { openDatabase } from "../../db/orm.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/transact.ts";
import { buildFormAssignment, GOOD_ANSWERS } from "../factories/assigned-forms.ts";
import { admissionDeps, buildScope, type BuiltScope, queued, submit } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";
import { hooks } from "../../workers/hooks.ts";

const ROUNDS = 6;
const CONNECTIONS = 8;

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 16, applicationName: "form-races" });
const { em } = database;
const deps = admissionDeps(em, [formFeature]);
afterAll(() => database.close());

const codeOf = (error: unknown) => (error instanceof Error ? error.message : "unknown");

/** One form of a new client, and what may happen to it at once. */
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

/** Alternates who begins, so that both orders are seen. */
const inTurn = <T>(round: number, works: readonly (() => Promise<T>)[]) =>
  Promise.all((round % 2 === 0 ? works : works.toReversed()).map((work) => work()));

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

  test("of different answers one set wins, the others are told", async () => {
    const { id, put } = await arena();
    const goals = Array.from({ length: CONNECTIONS }, (_, n) => `Goal ${n}`);
    const outcomes = await Promise.all(goals.map((goal) => put({ goal })));
    const won = outcomes.filter((outcome) => outcome !== "STATE_CONFLICT");
    expect(won).toHaveLength(1);
    const { submissions, receivedCount } = await left(id);
    expect(submissions[0]?.answers).toEqual({ goal: goals[outcomes.indexOf(won[0] ?? "")] });
    expect(receivedCount).toBe(1);
  });

  test("a form is submitted or taken back, never both", async () => {
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

  test("drafts come before a submission or are told that it is closed; none is left", async () => {
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
