import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { type Access, type Endpoint, read } from "../../api/endpoint.ts";
import type { ClientSignIn } from "../../activities/identity/registration.ts";
import { AppSession } from "../../db/identity/app-session.ts";
import { CoachWorkspace } from "../../db/identity/coach-workspace.ts";
import { User } from "../../db/identity/user.ts";
import { WorkspaceMembership } from "../../db/identity/workspace-membership.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import {
  type BuiltRelationship,
  buildCoach,
  buildIdentity,
  buildRelationship,
  setRelationshipStatus,
  suspendUser,
} from "../factories/identity.ts";
import { moveClock } from "../factories/move-clock.ts";
import { type TestApi, type TestRequest, startApi } from "../harness/api.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

const CLIENT_ID = {
  WEB: "sideline-web",
  COACH_MOBILE: "sideline-coach-mobile",
  CLIENT_MOBILE: "sideline-client-mobile",
} as const;
type SurfaceName = keyof typeof CLIENT_ID;

/** A route for each access that shows what the guard granted. */
function guarded(access: Access, path: string, more: Partial<Endpoint> = {}): Endpoint {
  const answer = z.strictObject({ granted: z.unknown() });
  const route = { method: "GET" as const, summary: access, source: "test", answer };
  const handle = async ({ granted }: { granted: unknown }) => ({ granted });
  const { surfaces, admitsPendingDeletion, admitsClientOnWeb } = more;
  return read({
    ...route,
    access,
    path,
    handle,
    ...(surfaces && { surfaces }),
    ...(admitsPendingDeletion && { admitsPendingDeletion }),
    ...(admitsClientOnWeb && { admitsClientOnWeb }),
  });
}

const endpoints = [
  guarded("identity", "/identity"),
  guarded("user", "/user"),
  guarded("user", "/user/web", { surfaces: ["WEB"] }),
  guarded("user", "/user/fallback", { admitsClientOnWeb: true }),
  guarded("user", "/user/cancel", { admitsPendingDeletion: true }),
  guarded("coach", "/coach"),
  guarded("client", "/client"),
  guarded("client", "/client/me", { surfaces: ["CLIENT_MOBILE", "WEB"] }),
  guarded("device-owner", "/device"),
  guarded("workspace-coach", "/workspaces/{workspaceId}"),
  guarded("workspace-owner", "/workspaces/{workspaceId}/settings"),
  guarded("relationship-coach", "/relationships/{relationshipId}"),
  guarded("relationship-participant", "/relationships/{relationshipId}/sync"),
];

let issuer: TestIssuer;
let api: TestApi;
let pair: BuiltRelationship;
let stranger: BuiltRelationship;

beforeAll(async () => {
  issuer = await startTestIssuer();
  api = await startApi({ endpoints, issuer: issuer.issuer });
  pair = await makePair();
  stranger = await makePair();
});
afterAll(async () => {
  await api.close();
  await issuer.close();
});

const em = () => api.deps.database.em.fork();

async function makePair(): Promise<BuiltRelationship> {
  const coach = await buildCoach(em(), buildIdentity({ issuer: issuer.issuer }));
  const built = await buildRelationship(em(), { coach });
  const { identity, userId } = built.client;
  // The factory's client signs in elsewhere; here he signs in at our provider.
  await em().execute("update auth_identity set issuer = ? where user_id = ?", [
    issuer.issuer,
    userId,
  ]);
  return { ...built, client: { userId, identity: { ...identity, issuer: issuer.issuer } } };
}

type Who = Pick<ClientSignIn, "subject"> & { readonly providerSessionId?: string };

const tokenOf = (who: Who, surface: SurfaceName = "CLIENT_MOBILE") =>
  issuer.sign({
    claims: {
      sub: who.subject,
      sid: who.providerSessionId ?? `session-of-${who.subject}`,
      client_id: CLIENT_ID[surface],
      azp: CLIENT_ID[surface],
    },
  });

async function visit(
  path: string,
  who: Who,
  request: TestRequest & { readonly surface?: SurfaceName } = {},
) {
  const { surface = "CLIENT_MOBILE", ...rest } = request;
  const answer = await api.call("GET", path, { token: await tokenOf(who, surface), ...rest });
  return { ...answer, outcome: answer.status === 200 ? "ok" : answer.body["code"] };
}

describe("Who has no user", () => {
  test("may register, and nothing else", async () => {
    const nobody = { subject: randomUUID() };
    const identity = await visit("/identity", nobody);
    expect(identity.data).toMatchObject({
      granted: { caller: null, identity: { subject: nobody.subject } },
    });
    for (const path of ["/user", "/coach", "/client", "/device"]) {
      expect(await visit(path, nobody)).toMatchObject({
        status: 403,
        outcome: "REGISTRATION_REQUIRED",
      });
    }
  });

  test("is asked for his token first", async () => {
    const answer = await api.call("GET", "/user");
    expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
  });

  test("is nobody we know when the same subject comes from another provider key", async () => {
    const { subject } = pair.client.identity;
    const token = await issuer.sign({ claims: { sub: subject, identity_provider: "google" } });
    const answer = await api.call("GET", "/user", { token });
    expect(answer.body["code"]).toBe("REGISTRATION_REQUIRED");
  });
});

describe("An account that is closed", () => {
  test("says how it is closed, before anything of its session", async () => {
    const { coach } = await makePair();
    const who = { subject: coach.identity.subject };
    await visit("/user", who, { surface: "WEB" });
    await suspendUser(em(), coach.userId);
    await em().nativeUpdate(AppSession, { userId: coach.userId }, { revokedAt: new Date() });
    expect(await visit("/user", who)).toMatchObject({ status: 403, outcome: "USER_SUSPENDED" });
    expect(await visit("/identity", who)).toMatchObject({ outcome: "USER_SUSPENDED" });
    const set = (changes: Partial<Pick<User, "status" | "deletedAt">>) =>
      em().nativeUpdate(User, { id: coach.userId }, changes);
    await set({ status: "PENDING_DELETION" });
    expect(await visit("/user", who)).toMatchObject({ outcome: "USER_PENDING_DELETION" });
    expect(await visit("/user/cancel", who)).toMatchObject({ outcome: "ok" });
    await set({ deletedAt: new Date() });
    expect(await visit("/user/cancel", who)).toMatchObject({ outcome: "USER_DELETED" });
  });
});

describe("An app session", () => {
  const sessionsOf = (userId: string) => em().find(AppSession, { userId });
  const loginsOf = async (userId: string) =>
    (await em().find(OutboxRow, { subjectId: userId }))
      .map(({ type }) => type)
      .filter((type) => type.endsWith("LoggedIn"));
  const grantedSchema = z.object({
    granted: z.object({ caller: z.object({ appSessionId: z.string() }) }),
  });

  test("is opened once at first sight of (session, app), with one login event", async () => {
    const { client } = await makePair();
    const who = { subject: client.identity.subject, providerSessionId: randomUUID() };
    const count = async () => ({
      sessions: (await sessionsOf(client.userId)).length,
      logins: (await loginsOf(client.userId)).length,
    });
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 8 }, () => visit("/user", who)));
    const ids = answers.map(({ data }) => grantedSchema.parse(data).granted.caller.appSessionId);
    expect(new Set(ids).size).toBe(1);
    const once = { sessions: before.sessions + 1, logins: before.logins + 1 };
    expect(await count()).toEqual(once);
    await visit("/user/fallback", who, { surface: "WEB" });
    expect(await count()).toEqual({ sessions: once.sessions + 1, logins: once.logins + 1 });
    expect(new Set(await loginsOf(client.userId))).toEqual(new Set(["ClientLoggedIn"]));
  });

  test("of a coach tells of a coach's login", async () => {
    const { coach } = await makePair();
    const who = { subject: coach.identity.subject, providerSessionId: randomUUID() };
    await visit("/user/fallback", who, { surface: "WEB" });
    expect(await loginsOf(coach.userId)).toContain("CoachLoggedIn");
  });

  test("that was revoked is no session, and another one of the same user is", async () => {
    const { client } = await makePair();
    const who = { subject: client.identity.subject, providerSessionId: randomUUID() };
    await visit("/user", who);
    await em().nativeUpdate(
      AppSession,
      { providerSessionId: who.providerSessionId },
      { revokedAt: new Date() },
    );
    for (const path of ["/user", "/identity"]) {
      expect(await visit(path, who)).toMatchObject({ status: 401, outcome: "UNAUTHENTICATED" });
    }
    const again = { ...who, providerSessionId: randomUUID() };
    expect(await visit("/user", again)).toMatchObject({ outcome: "ok" });
  });

  test("cannot be taken over by another user", async () => {
    const session = randomUUID();
    await visit("/user", { subject: pair.client.identity.subject, providerSessionId: session });
    const thief = { subject: stranger.client.identity.subject, providerSessionId: session };
    expect(await visit("/user", thief)).toMatchObject({ outcome: "UNAUTHENTICATED" });
  });

  test("is written to at most once a minute", async () => {
    const { client } = await makePair();
    const who = { subject: client.identity.subject, providerSessionId: randomUUID() };
    const seen = async () => {
      await visit("/user", who);
      const session = await em().findOneOrFail(AppSession, {
        providerSessionId: who.providerSessionId,
      });
      return session.lastSeenAt.getTime();
    };
    const first = await seen();
    expect(await seen()).toBe(first);
    await moveClock(api.database.ownerUrl, 61);
    const later = await seen();
    expect(later).toBeGreaterThanOrEqual(first + 60_000);
    expect(await seen()).toBe(later);
    await moveClock(api.database.ownerUrl, 0);
  });
});

describe("Surfaces and roles", () => {
  const user = ["/user", "/user/fallback", "/user/cancel"];

  test.each<[SurfaceName, "coach" | "client", readonly string[]]>([
    ["WEB", "coach", [...user, "/user/web", "/coach"]],
    ["COACH_MOBILE", "coach", [...user, "/coach", "/device"]],
    ["CLIENT_MOBILE", "coach", [...user, "/device"]],
    ["WEB", "client", ["/user/fallback", "/client/me"]],
    ["COACH_MOBILE", "client", [...user, "/device"]],
    ["CLIENT_MOBILE", "client", [...user, "/client", "/client/me", "/device"]],
  ])("%s of a %s reaches %j", async (surface, role, reached) => {
    const who = role === "coach" ? pair.coach.identity : pair.client.identity;
    const paths = endpoints.map(({ path }) => path).filter((path) => !path.includes("{"));
    const outcomes = await Promise.all(
      paths.map(async (path) => [
        path,
        (await visit(path, { subject: who.subject }, { surface })).outcome,
      ]),
    );
    const expected = paths.map((path) => [
      path,
      path === "/identity" || reached.includes(path) ? "ok" : "APP_ROLE_MISMATCH",
    ]);
    expect(outcomes).toEqual(expected);
  });

  test("a coach without an active membership is no coach", async () => {
    const { coach } = await makePair();
    await em().nativeUpdate(WorkspaceMembership, { userId: coach.userId }, { status: "ENDED" });
    const answer = await visit("/coach", { subject: coach.identity.subject }, { surface: "WEB" });
    expect(answer).toMatchObject({ status: 403, outcome: "FORBIDDEN" });
  });
});

describe("A workspace", () => {
  const asCoach = (path: string, who: Who) =>
    visit(path, { subject: who.subject }, { surface: "COACH_MOBILE" });

  test("is open to its members, its settings to the owner", async () => {
    const path = `/workspaces/${pair.workspaceId}`;
    const answer = await asCoach(path, pair.coach.identity);
    expect(answer.data).toMatchObject({
      granted: { workspace: { workspaceId: pair.workspaceId, role: "OWNER" } },
    });
    expect(await asCoach(`${path}/settings`, pair.coach.identity)).toMatchObject({ outcome: "ok" });
    const { coach, workspaceId } = await makePair();
    await em().nativeUpdate(WorkspaceMembership, { userId: coach.userId }, { role: "COACH" });
    expect(await asCoach(`/workspaces/${workspaceId}`, coach.identity)).toMatchObject({
      outcome: "ok",
    });
    expect(await asCoach(`/workspaces/${workspaceId}/settings`, coach.identity)).toMatchObject({
      status: 403,
      outcome: "FORBIDDEN",
    });
  });

  test("of others answers exactly like an unknown one and like an id that is none", async () => {
    const answers = await Promise.all(
      [stranger.workspaceId, randomUUID(), "x"].map((id) =>
        asCoach(`/workspaces/${id}`, pair.coach.identity),
      ),
    );
    const bodies = answers.map(({ body }) => ({ ...body, requestId: "" }));
    expect(bodies[0]).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
  });

  test("that is suspended refuses its coaches, and on sync is not there", async () => {
    const { coach, client, workspaceId, relationshipId } = await makePair();
    await em().nativeUpdate(CoachWorkspace, { id: workspaceId }, { status: "SUSPENDED" });
    const suspended = { status: 403, outcome: "WORKSPACE_SUSPENDED" };
    expect(await asCoach(`/workspaces/${workspaceId}`, coach.identity)).toMatchObject(suspended);
    const path = `/relationships/${relationshipId}`;
    expect(await asCoach(path, coach.identity)).toMatchObject(suspended);
    const missing = { status: 404, outcome: "NOT_FOUND" };
    expect(await asCoach(`${path}/sync`, coach.identity)).toMatchObject(missing);
    expect(await visit(`${path}/sync`, { subject: client.identity.subject })).toMatchObject(
      missing,
    );
  });
});

describe("A relationship", () => {
  const path = () => `/relationships/${pair.relationshipId}`;
  const subjectOf = (who: Who) => ({ subject: who.subject });

  test("is open to its coach, on WEB as on the phone, also when it has ended", async () => {
    const answer = await visit(path(), subjectOf(pair.coach.identity), { surface: "WEB" });
    expect(answer.data).toMatchObject({
      granted: {
        relationship: {
          relationshipId: pair.relationshipId,
          workspaceId: pair.workspaceId,
          status: "ACTIVE",
          timezone: "Europe/Berlin",
          as: "COACH",
        },
      },
    });
    const ended = await makePair();
    await setRelationshipStatus(em(), ended.relationshipId, "ENDED");
    const of = (route: string) => `/relationships/${ended.relationshipId}${route}`;
    const coach = subjectOf(ended.coach.identity);
    expect(await visit(of(""), coach, { surface: "WEB" })).toMatchObject({ outcome: "ok" });
    expect(await visit(of("/sync"), coach, { surface: "COACH_MOBILE" })).toMatchObject({
      outcome: "NOT_FOUND",
    });
    expect(await visit(of("/sync"), subjectOf(ended.client.identity))).toMatchObject({
      outcome: "NOT_FOUND",
    });
  });

  test("takes part in sync as its client on his phone, as its coach on the coach's", async () => {
    const asClient = await visit(`${path()}/sync`, subjectOf(pair.client.identity));
    expect(asClient.data).toMatchObject({ granted: { relationship: { as: "CLIENT" } } });
    const coach = subjectOf(pair.coach.identity);
    const asCoach = await visit(`${path()}/sync`, coach, { surface: "COACH_MOBILE" });
    expect(asCoach.data).toMatchObject({ granted: { relationship: { as: "COACH" } } });
    expect(await visit(`${path()}/sync`, coach, { surface: "CLIENT_MOBILE" })).toMatchObject({
      outcome: "NOT_FOUND",
    });
    expect(await visit(`${path()}/sync`, coach, { surface: "WEB" })).toMatchObject({
      outcome: "APP_ROLE_MISMATCH",
    });
  });

  test("is unknown to everybody else", async () => {
    const coach = subjectOf(stranger.coach.identity);
    for (const id of [pair.relationshipId, randomUUID(), "%20", "1; drop"]) {
      const outcome = await visit(`/relationships/${id}`, coach, { surface: "WEB" });
      expect(outcome).toMatchObject({ status: 404, outcome: "NOT_FOUND" });
    }
    expect(await visit(`${path()}/sync`, subjectOf(stranger.client.identity))).toMatchObject({
      outcome: "NOT_FOUND",
    });
  });

  test("must be of the workspace that a coach says he is in", async () => {
    const coach = subjectOf(pair.coach.identity);
    const inWorkspace = (id: string, route = path()) =>
      visit(route, coach, { surface: "COACH_MOBILE", headers: { "X-Workspace-Id": id } });
    expect(await inWorkspace(pair.workspaceId.toUpperCase())).toMatchObject({ outcome: "ok" });
    for (const id of [stranger.workspaceId, "", "nonsense"]) {
      expect(await inWorkspace(id)).toMatchObject({ outcome: "NOT_FOUND" });
      expect(await inWorkspace(id, `${path()}/sync`)).toMatchObject({ outcome: "NOT_FOUND" });
    }
    const client = subjectOf(pair.client.identity);
    const headers = { "X-Workspace-Id": stranger.workspaceId };
    expect(await visit(`${path()}/sync`, client, { headers })).toMatchObject({ outcome: "ok" });
  });
});
