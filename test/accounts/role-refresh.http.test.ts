import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { clientMeSchema } from "../../contract/onboarding/client-account-schema.ts";
import { coachMeSchema } from "../../contract/workspaces/coach-schema.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { User } from "../../db/accounts/user.ts";
import {
  refusalOf,
  registeredClient,
  registeredCoach,
  type RegisteredCoach,
  somebody,
  tokenOf,
} from "../factories/accounts/people.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

const ADMIN = "/api/v1/admin/auth/providers";
const read = (path: string, token: string) => api.call("GET", path, { token });

describe("A role in the token", () => {
  test("takes effect with the next token, within the same session, and is not stored", async () => {
    const coach = await registeredCoach(api, somebody(issuer));
    const tokenWith = (...roles: string[]) => coach.person.token("WEB", { roles });
    const visit = async (token: string) => (await read(ADMIN, token)).status;
    const before = await tokenWith();
    expect(await visit(before)).toBe(403);
    const promoted = await tokenWith("admin");
    expect(await visit(promoted)).toBe(200);
    expect(refusalOf(await read(ADMIN, await tokenWith("support")))).toBe("403 FORBIDDEN");
    expect(await visit(await tokenWith())).toBe(403);
    // A token keeps its roles until it expires, at most five minutes later.
    expect(await visit(promoted)).toBe(200);
    const { roles } = await api.deps.database.em.fork().findOneOrFail(User, coach.userId);
    expect(roles).toEqual(["COACH"]);
  });

  test("does not make anybody a coach or a client", async () => {
    const token = await somebody(issuer).token("WEB", { roles: ["COACH", "CLIENT", "admin"] });
    expect(refusalOf(await read("/api/v1/auth/me", token))).toBe("403 REGISTRATION_REQUIRED");
  });
});

describe("A role from the database", () => {
  const me = (token: string) => read("/api/v1/auth/me", token);
  const clientMe = (token: string) => read("/api/v1/auth/client-me", token);

  test("shows in the next answer to the same token: a coach becomes their own client", async () => {
    const coach = await registeredCoach(api, somebody(issuer));
    const clientToken = await coach.person.token("CLIENT_MOBILE");
    expect(refusalOf(await clientMe(clientToken))).toBe("403 APP_ROLE_MISMATCH");
    expect((await me(coach.token)).data).toMatchObject({ roles: ["COACH"] });
    const { relationship } = await registeredClient(api, coach, coach.person);
    expect((await me(coach.token)).data).toMatchObject({ roles: ["COACH", "CLIENT"] });
    expect((await clientMe(clientToken)).data).toMatchObject({
      roles: ["COACH", "CLIENT"],
      relationship: { relationshipId: relationship.relationshipId },
    });
  });

  test("permits only what the relationship permits, and changes with its status at once", async () => {
    const coach = await registeredCoach(api, somebody(issuer));
    const { person, relationship } = await registeredClient(api, coach, somebody(issuer));
    const token = await person.token("CLIENT_MOBILE");
    const permissions = async () => clientMeSchema.parse((await clientMe(token)).data).permissions;
    expect(await permissions()).toContain("quick-log.write");
    const path = `/api/v1/workspaces/${coach.workspaceId}/relationships/${relationship.relationshipId}`;
    const move = async (act: string) => {
      const body = { reason: "a drill" };
      const request = { token: coach.token, key: randomUUID(), body };
      expect((await api.call("POST", `${path}/${act}`, request)).status).toBe(200);
    };
    await move("pause");
    expect(await permissions()).not.toContain("quick-log.write");
    await move("resume");
    expect(await permissions()).toContain("quick-log.write");
    await move("end");
    expect((await clientMe(token)).data).toMatchObject({ permissions: [], relationship: null });
  });

  test("permits nothing that a suspended workspace refuses", async () => {
    const coach = await registeredCoach(api, somebody(issuer));
    const { person } = await registeredClient(api, coach, somebody(issuer));
    const token = await person.token("CLIENT_MOBILE");
    const { workspaceId: id } = coach;
    await api.deps.database.em.fork().nativeUpdate(CoachWorkspace, { id }, { status: "SUSPENDED" });
    expect((await me(coach.token)).data).toMatchObject({
      workspace: { status: "SUSPENDED" },
      permissions: [],
    });
    expect((await clientMe(token)).data).toMatchObject({ permissions: ["forms.read"] });
  });

  test("as a member shows in the next answer: a removed member no longer sees the workspace", async () => {
    const owner = await registeredCoach(api, somebody(issuer));
    const member = await registeredCoach(api, somebody(issuer));
    const workspaces = async () => {
      const { data } = await me(member.token);
      const ids = coachMeSchema.parse(data).workspaces.map(({ workspaceId }) => workspaceId);
      return ids.includes(owner.workspaceId);
    };
    const path = `/api/v1/workspaces/${owner.workspaceId}`;
    const asOwner = (body?: object) => ({ token: owner.token, key: randomUUID(), body });
    const { email } = member.person;
    const invited = await api.call("POST", `${path}/member-invitations`, asOwner({ email }));
    const { link } = z.object({ link: z.string() }).parse(invited.data);
    const invitationToken = tokenOf(link);
    expect(await workspaces()).toBe(false);
    const accept = { token: member.token, key: randomUUID(), body: { invitationToken } };
    expect((await api.call("POST", "/api/v1/member-invitations/accept", accept)).status).toBe(200);
    expect(await workspaces()).toBe(true);
    const removed = await api.call("DELETE", `${path}/members/${member.userId}`, asOwner());
    expect(removed.status).toBe(200);
    expect(await workspaces()).toBe(false);
    expect(refusalOf(await read(`${path}/relationships`, member.token))).toBe("404 NOT_FOUND");
  });
});

describe("Statements per request:", () => {
  let coach: RegisteredCoach;
  beforeAll(async () => {
    coach = await registeredCoach(api, somebody(issuer));
    await me();
  });
  const me = () => api.call("GET", "/api/v1/auth/me", { token: coach.token });

  test("GET auth/me sends two, the guard's and its own", async () => {
    const { result, statements } = await recordStatements(me);
    expect(result.status).toBe(200);
    expect(statements).toHaveLength(2);
    expect(statements.every((statement) => statement.startsWith("select"))).toBe(true);
  });

  test.each([
    ["surface=COACH_MOBILE&platform=IOS", 0],
    ["surface=WEB&platform=WEB&region=CH&locale=de", 0],
    ["surface=CLIENT_MOBILE&platform=ANDROID&inviteToken=a-token-that-nobody-was-given-at-all", 1],
  ])("discovery with %s sends at most two in addition to the rate limit's", async (query, own) => {
    await discover(query);
    const { result, sent } = await recordStatements(() => discover(query));
    expect(result.status).toBe(200);
    const limits = sent.filter(({ text }) => text.includes("rate_limit"));
    expect(sent.length - limits.length).toBe(own);
    expect(sent.length).toBeLessThanOrEqual(2);
  });

  const discover = (query: string) => api.call("GET", `/api/v1/auth/providers?${query}`);
});
