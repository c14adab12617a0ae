import { describe, expect, test } from "@jest/globals";
import { skipTask } from "../../activities/onboarding/skip-task.ts";
import { Refusal } from "../../contract/refusal.ts";
import { FormAssignment } from "../../db/forms/form-assignment.ts";
import { OnboardingOverride } from "../../db/onboarding/onboarding-override.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { move, type Onboarded, submit, traces } from "../factories/onboarding/onboarding-life.ts";
import { buildOnboardedAt, complete, override } from "../factories/onboarding/onboarding-states.ts";
import { buildPublishedForm } from "../factories/forms/published-form.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

const ROUNDS = 6;
const CANCEL = { type: "CANCEL" } as const;

const count = (ends: readonly string[], end: string) => ends.filter((one) => one === end).length;

const overridesOf = ({ taskId }: Onboarded) => em.fork().count(OnboardingOverride, { taskId });

const rounds = Array.from({ length: ROUNDS }, (_, round) => [round + 1]);

describe("from eight connections", () => {
  test.each(rounds)("a cancel and a skip leave one outcome, round %i", async () => {
    const built = await buildOnboardedAt(em, "OPENED");
    const ends = await race(
      () => override(em, built, CANCEL),
      () => skipAs(built),
    );
    expect(count(ends.one, "done")).toBe(1);
    expect(count(ends.one, "TASK_CLOSED")).toBe(3);
    expect(await traces(em, built)).toMatchObject({
      status: "COMPLETED",
      taskStatus: "CANCELLED",
      blocked: false,
      remindersFrom: null,
      nextReminderAt: null,
    });
    expect(await countEvents(built, "OnboardingTaskCancelled")).toBe(1);
    expect(await countEvents(built, "OnboardingTaskSkipped")).toBeLessThanOrEqual(1);
    expect(await overridesOf(built)).toBe(1);
  });

  test.each(rounds)("an override and a completion leave one outcome, round %i", async () => {
    const built = await buildOnboardedAt(em, "SKIPPED_FOR_NOW");
    const ends = await race(
      () => override(em, built, CANCEL),
      async () => complete(em, built, await submit(em, built)),
    );
    const isCancelled = count(ends.one, "done") === 1;
    const { taskStatus, status, blocked } = await traces(em, built);
    expect([taskStatus, status, blocked]).toEqual([
      isCancelled ? "CANCELLED" : "COMPLETED",
      "COMPLETED",
      false,
    ]);
    expect(ends.other).toEqual(Array(4).fill(isCancelled ? "TASK_CLOSED" : "done"));
    expect(count(ends.one, "TASK_CLOSED")).toBe(isCancelled ? 3 : 4);
    expect((await formsOf(built)).map((form) => form.status)).toEqual([
      isCancelled ? "CANCELLED" : "SUBMITTED",
    ]);
    expect(await countEvents(built, "ClientOnboardingFinished")).toBe(1);
    expect(await overridesOf(built)).toBe(isCancelled ? 1 : 0);
  });

  test.each(rounds)("of a cancel and a forced completion one is made, round %i", async () => {
    const built = await buildOnboardedAt(em, "READY");
    const ends = await race(
      () => override(em, built, CANCEL),
      () => override(em, built, { type: "FORCE_COMPLETE" }),
    );
    const all = [...ends.one, ...ends.other];
    expect([count(all, "done"), count(all, "TASK_CLOSED")]).toEqual([1, 7]);
    const { taskStatus } = await traces(em, built);
    expect(taskStatus).toBe(count(ends.one, "done") === 1 ? "CANCELLED" : "COMPLETED");
    expect(await countEvents(built, "ClientOnboardingFinished")).toBe(1);
    expect(await overridesOf(built)).toBe(1);
  });

  test("two reassignments run in sequence: one form is open, each replaced the last", async () => {
    const built = await buildOnboardedAt(em, "OPENED");
    const { formVersionId } = await buildPublishedForm(em, built.coach);
    const reassign = () => override(em, built, { type: "REASSIGN_QUESTIONNAIRE", formVersionId });
    const ends = await race(reassign, reassign);
    expect([...ends.one, ...ends.other]).toEqual(Array(8).fill("done"));
    const forms = await formsOf(built);
    expect(forms.map(({ status }) => status).filter((status) => status !== "CANCELLED")).toEqual([
      "ASSIGNED",
    ]);
    expect(forms).toHaveLength(9);
    const overrides = await em.fork().find(OnboardingOverride, { taskId: built.taskId });
    const replaced = overrides.map((made) => made.replacedFormAssignmentId);
    expect(new Set(replaced).size).toBe(8);
  });

  test.each(rounds)(
    "the end of the relationship and an override leave one outcome, round %i",
    async () => {
      const built = await buildOnboardedAt(em, "SKIPPED_FOR_NOW");
      const ends = await race(
        () => override(em, built, CANCEL),
        () => move(em, built, "END"),
      );
      expect(count(ends.other, "done")).toBe(1);
      expect(count(ends.other, "RELATIONSHIP_INACTIVE")).toBe(3);
      const isCancelled = count(ends.one, "done") === 1;
      const { taskStatus, status } = await traces(em, built);
      expect([taskStatus, status]).toEqual(
        isCancelled ? ["CANCELLED", "COMPLETED"] : ["SKIPPED_FOR_NOW", "CANCELLED"],
      );
      expect((await formsOf(built)).map((form) => form.status)).toEqual(["CANCELLED"]);
      const cancelled = { subjectId: built.formAssignmentId, consumer: "event-feed" } as const;
      const type = "FormAssignmentCancelled";
      expect(await em.fork().count(OutboxRow, { ...cancelled, type })).toBe(1);
      expect(await overridesOf(built)).toBe(isCancelled ? 1 : 0);
    },
  );
});

type Attempt = () => Promise<unknown>;

/** Eight connections at once, four attempts of each kind, mixed. Returns the outcomes of each kind. */
async function race(one: Attempt, other: Attempt) {
  const attempts = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? one : other));
  const ends = await Promise.all(attempts.map(endOf));
  const kind = (rest: number) => ends.filter((_, index) => index % 2 === rest);
  return { one: kind(0), other: kind(1) };
}

async function endOf(attempt: Attempt): Promise<string> {
  try {
    await attempt();
    return "done";
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

async function countEvents(built: Onboarded, type: string) {
  return (await traces(em, built)).eventTypes.filter((one) => one === type).length;
}

function formsOf({ relationshipId }: Onboarded) {
  return em.fork().find(FormAssignment, { relationshipId }, { orderBy: { id: "asc" } });
}

function skipAs({ taskId, client }: Onboarded) {
  const skipping = { taskId, clientUserId: client.userId, reason: null, requestId: null };
  return transact(em, (tx) => skipTask(tx, skipping));
}
