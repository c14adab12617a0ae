import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { Invitation } from "../../db/invitations/invitation.ts";
import { Device } from "../../db/sync/device.ts";
import { eventually } from "../factories/eventually.ts";
import { refusalOf, registeredCoach, somebody } from "../factories/accounts/people.ts";
import type { TestAnswer } from "../harness/api.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const em = () => api.deps.database.em.fork();

const SUSPEND = "update app_user set status = 'SUSPENDED' where id = $1";
const SIGN_OUT = "update app_session set revoked_at = clock_now() where user_id = $1";
const LEAVE = "update workspace_membership set status = 'ENDED' where user_id = $1";
const CLOSE = "update coach_workspace set status = 'SUSPENDED' where owner_user_id = $1";

describe("The guard's findings are locked until the act is done:", () => {
  test.each([
    ["a suspended coach", SUSPEND, "403 USER_SUSPENDED"],
    ["a session that was signed out", SIGN_OUT, "401 UNAUTHENTICATED"],
    ["a membership that ended", LEAVE, "404 NOT_FOUND"],
    ["a workspace that was suspended", CLOSE, "403 WORKSPACE_SUSPENDED"],
  ])("%s writes nothing", async (_, taking, refusal) => {
    const coach = await coachAtWork();
    const answer = await requestDuring(taking, coach.userId, () => invite(coach));
    expect(refusalOf(answer)).toBe(refusal);
    expect(await em().count(Invitation, { workspaceId: coach.workspaceId })).toBe(0);
  });

  test.each([
    ["a suspended user", SUSPEND, "403 USER_SUSPENDED"],
    ["a session that was signed out", SIGN_OUT, "401 UNAUTHENTICATED"],
  ])("%s registers no device", async (_, taking, refusal) => {
    const coach = await coachAtWork();
    const answer = await requestDuring(taking, coach.userId, () => registerPhone(coach));
    expect(refusalOf(answer)).toBe(refusal);
    expect(await em().count(Device, { userId: coach.userId })).toBe(0);
  });

  test("many acts of one coach succeed at once", async () => {
    const coach = await coachAtWork();
    const answers = await Promise.all(Array.from({ length: 8 }, () => invite(coach)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
  });
});

/** A coach whose session is known, so that a request passes every check. */
async function coachAtWork() {
  const coach = await registeredCoach(api, somebody(issuer));
  await api.call("GET", "/api/v1/auth/me", { token: coach.token });
  return coach;
}

type Coach = Awaited<ReturnType<typeof coachAtWork>>;

function invite({ token, workspaceId }: Coach) {
  return api.call("POST", `/api/v1/workspaces/${workspaceId}/invitations`, {
    token,
    key: randomUUID(),
    body: { email: `${randomUUID()}@example.com` },
  });
}

function registerPhone({ token }: Coach) {
  return api.call("POST", "/api/v1/client/devices", {
    token,
    key: randomUUID(),
    body: {
      appSurface: "COACH_MOBILE",
      installationId: randomUUID(),
      appVersion: "1.0.0",
      buildNumber: 1,
      platform: "IOS",
      osVersion: "19.0",
    },
  });
}

/** A request that passes the guard while a right is being revoked, and acts after it is gone. */
async function requestDuring(taking: string, userId: string, request: () => Promise<TestAnswer>) {
  const taker = new Client({ connectionString: api.database.ownerUrl });
  await taker.connect();
  try {
    await taker.query("begin");
    await taker.query(taking, [userId]);
    let answered = false;
    const answer = request().finally(() => (answered = true));
    await eventually(
      async () => answered || (await isSomebodyWaiting()),
      (isReady) => isReady,
    );
    await taker.query("commit");
    return await answer;
  } finally {
    await taker.end();
  }
}

async function isSomebodyWaiting(): Promise<boolean> {
  const rows: unknown[] = await em().execute(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}
