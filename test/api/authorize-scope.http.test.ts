import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { WorkspaceMembership } from "../../db/workspaces/workspace-membership.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import type { TestRequest } from "../harness/api.ts";
import {
  guardedEndpoints,
  pairAt,
  type SurfaceName,
  tokenAt,
  type Who,
} from "../factories/api/guarded-routes.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ endpoints: guardedEndpoints });

const em = () => api.deps.database.em.fork();

const pair = await pairAt(em(), issuer);
const stranger = await pairAt(em(), issuer);

describe("Surfaces and roles", () => {
  const user = ["/user", "/user/fallback", "/user/cancel"];

  test.each<[SurfaceName, "coach" | "client", readonly string[]]>([
    ["WEB", "coach", [...user, "/user/web", "/coach"]],
    ["COACH_MOBILE", "coach", [...user, "/coach", "/device"]],
    ["CLIENT_MOBILE", "coach", [...user, "/device"]],
    ["WEB", "client", ["/user/fallback", "/client/me"]],
    ["COACH_MOBILE", "client", [...user, "/device"]],
    ["CLIENT_MOBILE", "client", [...user, "/client", "/client/me", "/device"]],
  ])("decide that %s of a %s reaches %j", async (surface, role, reached) => {
    const who = role === "coach" ? pair.coach.identity : pair.client.identity;
    const paths = guardedEndpoints.map(({ path }) => path).filter((path) => !path.includes("{"));
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

  test("refuse a coach without an active membership", async () => {
    const { coach } = await pairAt(em(), issuer);
    await em().nativeUpdate(WorkspaceMembership, { userId: coach.userId }, { status: "ENDED" });
    const answer = await visit("/coach", { subject: coach.identity.subject }, { surface: "WEB" });
    expect(answer).toMatchObject({ status: 403, outcome: "FORBIDDEN" });
  });
});

describe("A workspace", () => {
  const asCoach = (path: string, who: Who) =>
    visit(path, { subject: who.subject }, { surface: "COACH_MOBILE" });

  test("is open to its members, and its settings to the owner", async () => {
    const path = `/workspaces/${pair.workspaceId}`;
    const answer = await asCoach(path, pair.coach.identity);
    expect(answer.data).toMatchObject({
      granted: { workspace: { workspaceId: pair.workspaceId, role: "OWNER" } },
    });
    expect(await asCoach(`${path}/settings`, pair.coach.identity)).toMatchObject({ outcome: "ok" });
    const { coach, workspaceId } = await pairAt(em(), issuer);
    await em().nativeUpdate(WorkspaceMembership, { userId: coach.userId }, { role: "COACH" });
    expect(await asCoach(`/workspaces/${workspaceId}`, coach.identity)).toMatchObject({
      outcome: "ok",
    });
    expect(await asCoach(`/workspaces/${workspaceId}/settings`, coach.identity)).toMatchObject({
      status: 403,
      outcome: "FORBIDDEN",
    });
  });

  test("of others is answered exactly like an unknown one and a malformed id", async () => {
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

  test("that is suspended refuses its coaches, and is not found on sync", async () => {
    const { coach, client, workspaceId, relationshipId } = await pairAt(em(), issuer);
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

  test("is open to its coach on web and phone, even after it has ended", async () => {
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
    const ended = await pairAt(em(), issuer);
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

  test("syncs with its client's phone and its coach's phone", async () => {
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

  test("is unknown to the coach and the client of another relationship", async () => {
    const coach = subjectOf(stranger.coach.identity);
    for (const id of [pair.relationshipId, randomUUID(), "%20", "1; drop"]) {
      const outcome = await visit(`/relationships/${id}`, coach, { surface: "WEB" });
      expect(outcome).toMatchObject({ status: 404, outcome: "NOT_FOUND" });
    }
    expect(await visit(`${path()}/sync`, subjectOf(stranger.client.identity))).toMatchObject({
      outcome: "NOT_FOUND",
    });
  });

  test("has to belong to the workspace in the coach's header", async () => {
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

async function visit(
  path: string,
  who: Who,
  request: TestRequest & { readonly surface?: SurfaceName } = {},
) {
  const { surface = "CLIENT_MOBILE", ...rest } = request;
  const answer = await api.call("GET", path, {
    token: await tokenAt(issuer, who, surface),
    ...rest,
  });
  return { ...answer, outcome: answer.status === 200 ? "ok" : answer.body["code"] };
}
