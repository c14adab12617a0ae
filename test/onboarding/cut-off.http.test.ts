import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { settleOnboarding } from "../../activities/onboarding/settle-onboarding.ts";
import { type Database, openDatabase } from "../../db/open-database.ts";
import { eventually } from "../factories/eventually.ts";
import { findInconsistencies } from "../factories/onboarding/onboarding-consistency.ts";
import {
  type OnboardedPair,
  useOnboardingDesk,
  taskPaths,
} from "../factories/onboarding/onboarding-desk.ts";
import { traces } from "../factories/onboarding/onboarding-life.ts";
import { openWayToDatabase, type WayToDatabase } from "../factories/db/way-to-database.ts";
import { type TestApi, startApi } from "../harness/api.ts";

/** Bytes between two cuts: shorter than most of an act's statements. */
const STEP = 512;

const desk = await useOnboardingDesk();
let way: WayToDatabase;
let cutApi: TestApi;
let cutOff: Database;
const em = () => desk.api.deps.database.em.fork();

beforeAll(async () => {
  const { database } = desk.api;
  way = await openWayToDatabase(database.appUrl);
  const { issuer } = desk.issuer;
  cutApi = await startApi({ issuer, database: { ...database, appUrl: way.url } });
  cutOff = openDatabase({ url: way.url, poolSize: 2, applicationName: "cut-off-test" });
});
beforeEach(() => way.mend());
afterEach(async () => {
  expect(await findInconsistencies(em())).toEqual([]);
});
afterAll(async () => {
  await cutOff.close();
  await cutApi.close();
  await way.close();
});

/** One try on an already open connection; returns true when the success was received. */
interface Way {
  readonly warm: (client: OnboardedPair) => Promise<unknown>;
  readonly complete: (submitted: Submitted, key: string) => Promise<boolean>;
}

const byRoute: Way = {
  warm: ({ clientToken: token }) => cutApi.call("GET", "/api/v1/client/onboarding", { token }),
  complete: async ({ client, formSubmissionId }, key) => {
    const { completeFromForm } = taskPaths(client.taskId);
    const body = { formSubmissionId };
    const { status } = await cutApi.call("POST", completeFromForm, {
      token: client.clientToken,
      key,
      body,
    });
    expect([200, 503]).toContain(status);
    return status === 200;
  },
};

const byActor: Way = {
  warm: () => cutOff.em.fork().execute("select 1"),
  complete: ({ client: { instanceId } }) =>
    settleOnboarding(cutOff.em, { instanceId }).then(
      () => true,
      () => false,
    ),
};

describe("a submission completes its task once, wherever its process is cut off:", () => {
  test.each([
    ["by the route", byRoute],
    ["by the actor", byActor],
  ])(
    "%s, at each step of the act, and when the confirmation of the commit is lost",
    async (_, door) => {
      let bytes = 0;
      while (!(await interrupted(door, bytes)).answered) bytes += STEP;
      expect(bytes).toBeGreaterThan(4 * STEP);
      // Requests differ by some bytes, so this goes back from a length that succeeds to one that is rolled back.
      const length = await lengthOf(door, bytes);
      // Connections after a cut have prepared fewer statements, and then need more bytes.
      expect((await interrupted(door, 2 * length)).answered).toBe(true);
      const atCommit = [];
      let met = { answered: true, committed: true };
      for (let at = length + 4; met.committed && at > length - STEP; at -= 1) {
        met = await interrupted(door, at);
        atCommit.push(met);
      }
      expect(atCommit).toContainEqual({ answered: false, committed: true });
      expect(met).toEqual({ answered: false, committed: false });
    },
    120_000,
  );
});

/** A client who skipped, then submitted; the submission is not linked with the task yet. */
async function submitted() {
  const client = await desk.enter();
  await desk.skip(client, {});
  return { client, formSubmissionId: await desk.submit(client) };
}

type Submitted = Awaited<ReturnType<typeof submitted>>;

async function isComplete(client: OnboardedPair) {
  return (await traces(em(), client)).taskStatus === "COMPLETED";
}

/** The work before the cut is committed or rolled back: no transaction is open any more. */
function quiet() {
  return eventually(
    async () =>
      await em().execute<object[]>(
        `select from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
      ),
    (working) => working.length === 0,
  );
}

/** Sends a request, is cut off after this many bytes, and sends it again until the success is received. */
async function interrupted({ warm, complete }: Way, bytes: number) {
  const key = randomUUID();
  const attempt = await submitted();
  const { client } = attempt;
  await warm(client);
  way.cutAfter(bytes);
  const answered = await complete(attempt, key);
  await quiet();
  way.mend();
  const committed = await isComplete(client);
  if (answered) expect(committed).toBe(true);
  if (!committed) expect(await traces(em(), client)).toMatchObject({ blocked: true });
  for (let tries = 1; !(await complete(attempt, key)); tries += 1) expect(tries).toBeLessThan(5);
  const { eventTypes, ...state } = await traces(em(), client);
  expect(state).toMatchObject({
    status: "COMPLETED",
    taskStatus: "COMPLETED",
    blocked: false,
    taskEvents: ["created", "skipped", "completed"],
    nextReminderAt: null,
  });
  for (const type of ["OnboardingTaskCompleted", "ClientOnboardingFinished"]) {
    expect(eventTypes.filter((one) => one === type)).toHaveLength(1);
  }
  return { answered, committed };
}

/** Roughly how many bytes a successful request takes; requests differ by a few bytes. */
async function lengthOf(door: Way, answeredAt: number): Promise<number> {
  let [unanswered, answered] = [answeredAt - STEP, answeredAt];
  while (answered - unanswered > 1) {
    const middle = Math.floor((unanswered + answered) / 2);
    if ((await interrupted(door, middle)).answered) answered = middle;
    else unanswered = middle;
  }
  return answered;
}
