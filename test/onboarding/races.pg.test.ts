import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { completeTask } from "../../activities/onboarding/complete-task.ts";
import { settleOnboarding } from "../../activities/onboarding/settle-onboarding.ts";
import type { OnboardingActing } from "../../db/onboarding/onboarding-acting.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { codeOf } from "../factories/code-of.ts";
import { findInconsistencies } from "../factories/onboarding/onboarding-consistency.ts";
import {
  move,
  type Onboarded,
  skip,
  submit,
  traces,
} from "../factories/onboarding/onboarding-life.ts";
import { buildOnboardedAt, complete, open } from "../factories/onboarding/onboarding-states.ts";
import { useOwnDatabase } from "../harness/database.ts";

const CONNECTIONS = 8;
const { appUrl } = await useOwnDatabase();
const database = openDatabase({
  url: appUrl,
  poolSize: CONNECTIONS,
  applicationName: "onboarding-races",
});
const { em } = database;
afterAll(() => database.close());
afterEach(async () => {
  expect(await findInconsistencies(em.fork())).toEqual([]);
});

const rounds = Array.from({ length: 6 }, (_, round) => [round + 1]);

describe("from eight connections, one outcome, consistent rows, events once:", () => {
  test.each(rounds)("a skip against submit and complete, round %i", async () => {
    const client = await buildOnboardedAt(em, "OPENED");
    const codes = await race(
      () => skip(em, client),
      async () => complete(em, client, await submit(em, client)),
    );
    expect(new Set(codes.filter((_, index) => index % 2 === 1))).toEqual(new Set([null]));
    for (const code of codes.filter((_, index) => index % 2 === 0)) {
      expect([null, "TASK_CLOSED"]).toContain(code);
    }
    expect(await traces(em, client)).toMatchObject({
      status: "COMPLETED",
      taskStatus: "COMPLETED",
      blocked: false,
      nextReminderAt: null,
    });
    await expectEventsOnce(client);
  });

  test.each(rounds)("complete twice, by the client and by the actor, round %i", async () => {
    const client = await buildOnboardedAt(em, "SKIPPED_FOR_NOW");
    const submissionId = await submit(em, client);
    const { instanceId } = client;
    const codes = await race(
      () => linkedBy(client, submissionId, { kind: "CLIENT", userId: client.client.userId }),
      () => linkedBy(client, submissionId, { kind: "SYSTEM", userId: null }),
      () => settleOnboarding(em, { instanceId }),
    );
    expect(new Set(codes)).toEqual(new Set([null]));
    expect(await traces(em, client)).toMatchObject({
      status: "COMPLETED",
      taskStatus: "COMPLETED",
    });
    await expectEventsOnce(client);
  });

  test.each(rounds)("an end of the relationship during complete, round %i", async () => {
    const client = await buildOnboardedAt(em, "SKIPPED_FOR_NOW");
    const submissionId = await submit(em, client);
    const ends = () => move(em, client, "END");
    const completes = () => complete(em, client, submissionId);
    const codes = await race(completes, completes, completes, ends);
    const completed = codes.filter((code, index) => index % 4 !== 3 && code === null).length;
    for (const code of codes.filter((_, index) => index % 4 !== 3)) {
      expect([null, "NOT_FOUND"]).toContain(code);
    }
    const moves = codes.filter((_, index) => index % 4 === 3);
    expect(moves.filter((code) => code === null)).toHaveLength(1);
    expect(moves.filter((code) => code === "RELATIONSHIP_INACTIVE")).toHaveLength(1);
    expect(await traces(em, client)).toMatchObject(
      completed > 0
        ? { status: "COMPLETED", taskStatus: "COMPLETED" }
        : { status: "CANCELLED", taskStatus: "SKIPPED_FOR_NOW" },
    );
    await expectEventsOnce(client);
  });

  test.each(rounds)(
    "a pause of the relationship while the client opens and skips, round %i",
    async () => {
      const client = await buildOnboardedAt(em, "READY");
      const codes = await race(
        () => open(em, client),
        () => skip(em, client),
        () => move(em, client, "PAUSE"),
      );
      for (const code of codes.filter((_, index) => index % 3 !== 2)) {
        expect([null, "RELATIONSHIP_INACTIVE"]).toContain(code);
      }
      expect((await traces(em, client)).status).toBe("PAUSED");
      await expectEventsOnce(client);
    },
  );

  test("open and skip, all at once", async () => {
    const client = await buildOnboardedAt(em, "READY");
    const codes = await race(
      () => open(em, client),
      () => skip(em, client),
    );
    expect(new Set(codes)).toEqual(new Set([null]));
    expect((await traces(em, client)).taskStatus).toBe("SKIPPED_FOR_NOW");
    await expectEventsOnce(client);
  });
});

/** Eight connections at once, the acts in turn. Returns each one's code, null for success. */
function race(...acts: readonly (() => Promise<unknown>)[]) {
  return Promise.all(
    Array.from({ length: CONNECTIONS }, (_, index) => {
      const act = acts[index % acts.length];
      if (act === undefined) throw new Error("No act races");
      return codeOf(act());
    }),
  );
}

function linkedBy({ taskId }: Onboarded, submissionId: string, actor: OnboardingActing) {
  return transact(em, (tx) => completeTask(tx, { taskId, submissionId, actor, requestId: null }));
}

/** Expects each event that is emitted at most once to be emitted at most once. */
async function expectEventsOnce(client: Onboarded): Promise<void> {
  const { eventTypes, taskEvents } = await traces(em, client);
  expect(eventTypes).toHaveLength(new Set(eventTypes).size);
  expect(taskEvents).toHaveLength(new Set(taskEvents).size);
}
