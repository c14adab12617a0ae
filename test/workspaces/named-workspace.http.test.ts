import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { coachMeSchema } from "../../contract/workspaces/coach-schema.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { joinWorkspace } from "../factories/accounts/join-workspace.ts";
import {
  type RegisteredCoach,
  refusalOf,
  registeredClient,
  registeredCoach,
  somebody,
} from "../factories/accounts/people.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
const em = () => api.deps.database.em.fork();

describe("GET /auth/me with a workspaceId (docs/rooms/workspaces.md#several-workspaces)", () => {
  let coach: RegisteredCoach;
  let owner: RegisteredCoach;
  beforeAll(async () => {
    coach = await registeredCoach(api, somebody(issuer));
    owner = await registeredCoach(api, somebody(issuer));
    await joinWorkspace(em(), { userId: coach.userId, workspaceId: owner.workspaceId });
  });
  const meIn = (workspaceId: string | null, token = coach.token) =>
    api.call("GET", `/api/v1/auth/me${workspaceId === null ? "" : `?workspaceId=${workspaceId}`}`, {
      token,
    });

  test("answers for the named workspace with the role and the permissions there, and lists all workspaces each time", async () => {
    const own = coachMeSchema.parse((await meIn(coach.workspaceId)).data);
    const joined = coachMeSchema.parse((await meIn(owner.workspaceId.toUpperCase())).data);
    expect(own.workspace).toMatchObject({ workspaceId: coach.workspaceId, role: "OWNER" });
    expect(joined.workspace).toMatchObject({ workspaceId: owner.workspaceId, role: "COACH" });
    expect(own.permissions).toContain("workspace.manage");
    expect(joined.permissions).not.toContain("workspace.manage");
    expect(joined.permissions).toContain("plans.manage");
    for (const { workspaces } of [own, joined])
      expect(workspaces.map(({ workspaceId }) => workspaceId)).toEqual([
        coach.workspaceId,
        owner.workspaceId,
      ]);
  });

  test("answers without one for the workspace that the coach owns", async () => {
    expect(coachMeSchema.parse((await meIn(null)).data).workspace.workspaceId).toBe(
      coach.workspaceId,
    );
  });

  test("gives the key of unsent text of the session, the same for each workspace that is named", async () => {
    const token = await coach.person.token("WEB");
    const keys = await Promise.all(
      [null, coach.workspaceId, owner.workspaceId].map(
        async (id) => coachMeSchema.parse((await meIn(id, token)).data).draftKey,
      ),
    );
    expect(keys[0]).toEqual(expect.any(String));
    expect(new Set(keys).size).toBe(1);
  });

  test("refuses the workspace of others in the same words as one that does not exist", async () => {
    const stranger = await registeredCoach(api, somebody(issuer));
    const answers = await Promise.all([stranger.workspaceId, randomUUID()].map((id) => meIn(id)));
    expect(answers.map(refusalOf)).toEqual(["404 NOT_FOUND", "404 NOT_FOUND"]);
    const [foreign, missing] = answers.map(
      ({ body: { requestId: _id, instance: _instance, ...said } }) => said,
    );
    expect(foreign).toEqual(missing);
  });

  test("refuses a workspace once the membership has ended, and the coach keeps the others", async () => {
    const member = await registeredCoach(api, somebody(issuer));
    const { userId, token } = member;
    await joinWorkspace(em(), { userId, workspaceId: owner.workspaceId });
    expect((await meIn(owner.workspaceId, token)).status).toBe(200);
    const place = { userId, workspaceId: owner.workspaceId };
    await em().nativeUpdate(WorkspaceMembership, place, { status: "ENDED", endedAt: new Date() });
    expect(refusalOf(await meIn(owner.workspaceId, token))).toBe("404 NOT_FOUND");
    const left = coachMeSchema.parse((await meIn(null, token)).data);
    expect(left.workspaces.map(({ workspaceId }) => workspaceId)).toEqual([member.workspaceId]);
    await em().nativeUpdate(
      WorkspaceMembership,
      { userId },
      { status: "ENDED", endedAt: new Date() },
    );
    expect(refusalOf(await meIn(member.workspaceId, token))).toBe("403 FORBIDDEN");
  });

  test("answers for a suspended workspace of the coach without any permission", async () => {
    const suspended = await registeredCoach(api, somebody(issuer));
    const { userId, token, workspaceId } = suspended;
    await joinWorkspace(em(), { userId, workspaceId: owner.workspaceId });
    await em().nativeUpdate(CoachWorkspace, { id: workspaceId }, { status: "SUSPENDED" });
    expect(coachMeSchema.parse((await meIn(workspaceId, token)).data)).toMatchObject({
      workspace: { workspaceId, status: "SUSPENDED" },
      permissions: [],
    });
    const usual = coachMeSchema.parse((await meIn(null, token)).data);
    expect(usual.workspace.workspaceId).toBe(owner.workspaceId);
  });

  test("refuses an id that is none, a caller without a token, and a client", async () => {
    for (const id of ["x", "", `${coach.workspaceId}&workspaceId=${owner.workspaceId}`])
      expect(refusalOf(await meIn(id))).toBe("400 VALIDATION_FAILED");
    const path = `/api/v1/auth/me?workspaceId=${coach.workspaceId}`;
    expect(refusalOf(await api.call("GET", path))).toBe("401 UNAUTHENTICATED");
    const client = somebody(issuer);
    await registeredClient(api, owner, client);
    expect(refusalOf(await meIn(owner.workspaceId, await client.token("WEB")))).toBe(
      "403 APP_ROLE_MISMATCH",
    );
  });

  test("sends two statements, the guard's and its own, however many workspaces the coach has", async () => {
    const busy = await registeredCoach(api, somebody(issuer));
    const count = async () => {
      const { result, statements } = await recordStatements(() =>
        meIn(busy.workspaceId, busy.token),
      );
      expect(result.status).toBe(200);
      return statements.length;
    };
    // The first request of a session also begins it.
    await meIn(null, busy.token);
    expect(await count()).toBe(2);
    for (let place = 0; place < 5; place += 1) {
      const { workspaceId } = await registeredCoach(api, somebody(issuer));
      await joinWorkspace(em(), { userId: busy.userId, workspaceId });
    }
    expect(await count()).toBe(2);
  });
});
