import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { coachMeSchema } from "../../contract/workspaces/coach-schema.ts";
import {
  memberPageSchema,
  workspaceSettingsSchema,
  workspaceStateSchema,
} from "../../contract/workspaces/schema.ts";
import { createdMemberInvitationSchema } from "../../contract/invitations/member-schema.ts";
import {
  type RegisteredCoach,
  refusalOf,
  registeredClient,
  registeredCoach,
  somebody,
  tokenOf,
} from "../factories/accounts/people.ts";
import { staffToken } from "../factories/accounts/staff.ts";
import type { TestRequest } from "../harness/api.ts";
import { useApi } from "../harness/use-api.ts";

const ACCEPT = "/api/v1/member-invitations/accept";

const { api, issuer } = await useApi();

const owner = await registeredCoach(api, somebody(issuer));
const second = await registeredCoach(api, somebody(issuer));
const stranger = await registeredCoach(api, somebody(issuer));
const admin = await staffToken(issuer, "admin");
await joined(owner, second);

// All requests come from one address, whose counters are reset.
beforeEach(async () => {
  await api.deps.database.em.fork().execute("delete from rate_limit");
});

describe("GET and PATCH .../settings", () => {
  const settingsOf = async (of: RegisteredCoach) =>
    workspaceSettingsSchema.parse(
      (await api.call("GET", pathOf(of, "/settings"), { token: of.token })).data,
    );
  const patch = (of: RegisteredCoach, body: unknown, token = of.token) =>
    api.call("PATCH", pathOf(of, "/settings"), { token, body });

  test("show the owner's zone and language, and seven o'clock until another value is chosen", async () => {
    const of = await registeredCoach(api, somebody(issuer));
    expect(await settingsOf(of)).toMatchObject({
      workspaceId: of.workspaceId,
      name: "Cora Coach",
      status: "ACTIVE",
      timezone: "Europe/Berlin",
      locale: "en",
      digestHour: 7,
    });
    expect((await patch(of, { locale: "de-AT" })).data).toMatchObject({ locale: "de-AT" });
    expect((await patch(of, { digestHour: 0 })).data).toMatchObject({ digestHour: 0 });
    expect((await patch(of, { name: " Studio ", timezone: "Asia/Tokyo" })).data).toMatchObject({
      name: "Studio",
      timezone: "Asia/Tokyo",
      digestHour: 0,
    });
    expect(await settingsOf(of)).toMatchObject({ name: "Studio", digestHour: 0 });
    const me = await api.call("GET", "/api/v1/auth/me", { token: of.token });
    expect(coachMeSchema.parse(me.data).workspace.name).toBe("Studio");
  });

  test("show the adherence limits that every workspace begins with, and change them all at once", async () => {
    const of = await registeredCoach(api, somebody(issuer));
    const usual = { onTrackPercent: 80, attentionPercent: 50, fewestCounted: 3 };
    expect(await settingsOf(of)).toMatchObject({ adherenceLimits: usual });
    const adherenceLimits = { onTrackPercent: 90, attentionPercent: 90, fewestCounted: 5 };
    expect((await patch(of, { adherenceLimits })).data).toMatchObject({ adherenceLimits });
    expect((await patch(of, { digestHour: 3 })).data).toMatchObject({ adherenceLimits });
  });

  test("keep both of two concurrent changes", async () => {
    const of = await registeredCoach(api, somebody(issuer));
    const answers = await Promise.all([
      patch(of, { digestHour: 5 }),
      patch(of, { timezone: "UTC" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await settingsOf(of)).toMatchObject({ digestHour: 5, timezone: "UTC" });
  });

  test.each([
    ["nothing", {}],
    ["an invalid hour", { digestHour: 24 }],
    ["half an hour", { digestHour: 7.5 }],
    [
      "limits that cross",
      { adherenceLimits: { onTrackPercent: 50, attentionPercent: 51, fewestCounted: 3 } },
    ],
    ["one limit alone", { adherenceLimits: { onTrackPercent: 50 } }],
    ["no language", { locale: "de_DE" }],
    ["an unknown zone", { timezone: "Mars/Olympus" }],
    ["an empty name", { name: "" }],
    ["the slug", { slug: "mine" }],
    ["a status", { status: "SUSPENDED" }],
  ])("refuse as malformed: %s", async (_, body) => {
    expect(refusalOf(await patch(owner, body))).toBe("400 VALIDATION_FAILED");
  });
});

describe("POST /admin/workspaces/{workspaceId}/suspend and reinstate", () => {
  test("close the workspace to its coaches and its clients' sync, and open it again", async () => {
    const of = await registeredCoach(api, somebody(issuer));
    const client = await registeredClient(api, of, somebody(issuer));
    const key = randomUUID();
    const suspended = await adminMove(of.workspaceId, "suspend", { key });
    expect(workspaceStateSchema.parse(suspended.data)).toMatchObject({ status: "SUSPENDED" });
    const again = await adminMove(of.workspaceId, "suspend", { key });
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(refusalOf(await adminMove(of.workspaceId, "suspend"))).toBe("409 STATE_CONFLICT");
    const asOwner = (path: string) => api.call("GET", pathOf(of, path), { token: of.token });
    for (const path of ["/relationships", "/settings", "/plans", "/invitations"]) {
      expect(refusalOf(await asOwner(path))).toBe("403 WORKSPACE_SUSPENDED");
    }
    const { relationshipId } = client.relationship;
    const sync = `/api/v1/coach-client-relationships/${relationshipId}/sync?deviceId=${randomUUID()}`;
    const token = await client.person.token("CLIENT_MOBILE");
    expect(refusalOf(await api.call("GET", sync, { token }))).toBe("404 NOT_FOUND");
    // A client may still leave.
    const end = await api.call("POST", "/api/v1/client/relationship/end", {
      token,
      key: randomUUID(),
      body: {},
    });
    expect(end.status).toBe(200);
    expect((await adminMove(of.workspaceId, "reinstate")).data).toMatchObject({ status: "ACTIVE" });
    expect((await asOwner("/relationships")).status).toBe(200);
  });

  test("need an administrator, a reason, a key and a workspace", async () => {
    const { workspaceId } = stranger;
    for (const act of ["suspend", "reinstate"]) {
      const path = `/api/v1/admin/workspaces/${workspaceId}/${act}`;
      const body = { reason: "x" };
      expect(refusalOf(await api.call("POST", path, { key: randomUUID(), body }))).toBe(
        "401 UNAUTHENTICATED",
      );
      expect(refusalOf(await api.call("POST", path, { token: admin, body }))).toBe(
        "400 VALIDATION_FAILED",
      );
      expect(refusalOf(await adminMove(workspaceId, act, { body: {} }))).toBe(
        "400 VALIDATION_FAILED",
      );
      const support = await staffToken(issuer, "support");
      expect((await adminMove(workspaceId, act, { token: support })).status).toBe(403);
      expect((await adminMove(workspaceId, act, { token: stranger.token })).status).toBe(403);
      expect(refusalOf(await adminMove(randomUUID(), act))).toBe("404 NOT_FOUND");
    }
  });
});

describe("POST .../archive", () => {
  const archive = (of: RegisteredCoach, request: TestRequest = {}) =>
    api.call("POST", pathOf(of, "/archive"), {
      token: of.token,
      key: randomUUID(),
      body: {},
      ...request,
    });

  test("waits for the end of the last relationship; then the workspace is read-only", async () => {
    const of = await registeredCoach(api, somebody(issuer));
    const { relationship } = await registeredClient(api, of, somebody(issuer));
    expect(refusalOf(await archive(of))).toBe("409 STATE_CONFLICT");
    const path = pathOf(of, `/relationships/${relationship.relationshipId}`);
    await api.call("POST", `${path}/end`, {
      token: of.token,
      key: randomUUID(),
      body: { reason: "Closing" },
    });
    const key = randomUUID();
    const archived = await archive(of, { key });
    expect(archived.data).toMatchObject({ status: "ARCHIVED" });
    const again = await archive(of, { key });
    expect([again.headers.get("Idempotency-Replayed"), again.data]).toEqual([
      "true",
      archived.data,
    ]);
    expect(refusalOf(await archive(of))).toBe("409 STATE_CONFLICT");
    for (const readable of [path, pathOf(of, "/settings"), pathOf(of, "/members")]) {
      expect((await api.call("GET", readable, { token: of.token })).status).toBe(200);
    }
    const invitation = await api.call("POST", pathOf(of, "/invitations"), {
      token: of.token,
      key: randomUUID(),
      body: { email: "ana@example.com" },
    });
    expect(refusalOf(invitation)).toBe("403 WORKSPACE_ARCHIVED");
    expect((await adminMove(of.workspaceId, "reinstate")).data).toMatchObject({ status: "ACTIVE" });
  });
});

describe("every route for owners", () => {
  interface Route {
    readonly method: string;
    readonly path: string;
    readonly body?: object;
  }
  const routes: readonly Route[] = [
    { method: "GET", path: "/settings" },
    { method: "PATCH", path: "/settings", body: { digestHour: 8 } },
    { method: "DELETE", path: `/members/${randomUUID()}` },
    { method: "POST", path: "/member-invitations", body: { email: "ana@example.com" } },
    { method: "GET", path: "/member-invitations" },
    { method: "POST", path: `/member-invitations/${randomUUID()}/revoke` },
    { method: "POST", path: "/archive", body: {} },
  ];

  test.each(routes)("$method $path is for the owner alone", async ({ method, path, body }) => {
    const outcome = async (token?: string) => {
      const request = { key: randomUUID(), ...(body && { body }), ...(token && { token }) };
      return refusalOf(await api.call(method, pathOf(owner, path), request));
    };
    expect(await outcome()).toBe("401 UNAUTHENTICATED");
    expect(await outcome(second.token)).toBe("403 FORBIDDEN");
    expect(await outcome(stranger.token)).toBe("404 NOT_FOUND");
  });
});

test("GET /members lists the members to each of them, and to nobody else", async () => {
  const outcome = async (token?: string) =>
    refusalOf(
      await api.call("GET", pathOf(owner, "/members"), token === undefined ? {} : { token }),
    );
  expect(await outcome()).toBe("401 UNAUTHENTICATED");
  expect(await outcome(stranger.token)).toBe("404 NOT_FOUND");
  const seen = await api.call("GET", pathOf(owner, "/members"), { token: second.token });
  const { items } = memberPageSchema.parse(seen.data);
  expect(items.map(({ role }) => role)).toEqual(["COACH", "OWNER"]);
});

function pathOf({ workspaceId }: RegisteredCoach, more = "") {
  return `/api/v1/workspaces/${workspaceId}${more}`;
}

function invite(of: RegisteredCoach, email: string, request: TestRequest = {}) {
  return api.call("POST", pathOf(of, "/member-invitations"), {
    token: of.token,
    key: randomUUID(),
    body: { email },
    ...request,
  });
}

function accept(token: string, invitationToken: unknown) {
  return api.call("POST", ACCEPT, { token, body: { invitationToken } });
}

function adminMove(workspaceId: string, act: string, request: TestRequest = {}) {
  return api.call("POST", `/api/v1/admin/workspaces/${workspaceId}/${act}`, {
    token: admin,
    key: randomUUID(),
    body: { reason: "A reason" },
    ...request,
  });
}

/** Invites a coach to the workspace, who accepts. */
async function joined(to: RegisteredCoach, coach: RegisteredCoach): Promise<void> {
  const { link } = createdMemberInvitationSchema.parse((await invite(to, coach.person.email)).data);
  expect((await accept(coach.token, tokenOf(link))).status).toBe(200);
}
