import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { relationshipDetailSchema } from "../../contract/relationships/schema.ts";
import { buildMember } from "../factories/workspaces/members.ts";
import { refusalOf, STALE_SIGN_IN } from "../factories/accounts/people.ts";
import { type SignedInPair, buildSignedInPair } from "../factories/accounts/signed-in-pair.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

const stranger = await buildSignedInPair(api.deps.database.em, issuer);

const someId = randomUUID();

describe.each<[string, "PUT" | "POST", (pair: SignedInPair) => string, unknown]>([
  ["PUT .../relationships/{relationshipId}/coach", "PUT", coachPath, { coachUserId: someId }],
  ["PUT .../owner", "PUT", (pair) => workspace(pair, "owner"), { ownerUserId: someId }],
  ["POST .../leave", "POST", (pair) => workspace(pair, "leave"), undefined],
])("%s", (_name, method, pathOf, body) => {
  test("refuses a caller without a token, a client, and a coach of another workspace", async () => {
    const { pair } = await practice();
    const call = async (token?: string) =>
      refusalOf(await api.call(method, pathOf(pair), { ...(token && { token }), body }));
    expect(await call()).toBe("401 UNAUTHENTICATED");
    expect(await call(pair.clientToken)).toBe("403 APP_ROLE_MISMATCH");
    expect(await call(stranger.coachToken)).toBe("404 NOT_FOUND");
  });
});

test("a client is given to a colleague, once; invalid bodies and strangers change nothing", async () => {
  const { pair, memberUserId } = await practice();
  const put = (body: unknown) => api.call("PUT", coachPath(pair), { token: pair.coachToken, body });
  for (const body of [{}, { coachUserId: "x" }, { coachUserId: memberUserId, reason: "no" }])
    expect(refusalOf(await put(body))).toBe("400 VALIDATION_FAILED");
  expect(refusalOf(await put({ coachUserId: someId }))).toBe("404 NOT_FOUND");
  const first = await put({ coachUserId: memberUserId });
  const { relationshipId } = pair;
  expect(first.data).toMatchObject({ relationshipId, coachUserId: memberUserId });
  expect((await put({ coachUserId: memberUserId })).data).toEqual(first.data);
  const read = await api.call("GET", workspace(pair, `relationships/${relationshipId}`), {
    token: pair.coachToken,
  });
  expect(relationshipDetailSchema.parse(read.data).history).toMatchObject([
    { fromCoachUserId: pair.coach.userId, toCoachUserId: memberUserId },
  ]);
});

test("an owner gives the workspace away and leaves it; then it no longer exists for them", async () => {
  const { pair, memberUserId, memberToken } = await practice();
  const put = (token: string, body: unknown) =>
    api.call("PUT", workspace(pair, "owner"), { token, body });
  const leave = (token: string) => api.call("POST", workspace(pair, "leave"), { token });
  expect(refusalOf(await put(memberToken, { ownerUserId: memberUserId }))).toBe("403 FORBIDDEN");
  expect(refusalOf(await put(pair.coachToken, { ownerUserId: 7 }))).toBe("400 VALIDATION_FAILED");
  expect(refusalOf(await leave(pair.coachToken))).toBe("409 STATE_CONFLICT");
  const { subject: sub } = pair.coach.identity;
  const app = { client_id: "sideline-coach-mobile", azp: "sideline-coach-mobile" };
  const stale = await issuer.sign({ claims: { sub, sid: randomUUID(), ...app, ...STALE_SIGN_IN } });
  expect(refusalOf(await put(stale, { ownerUserId: memberUserId }))).toBe("401 UNAUTHENTICATED");
  const { workspaceId } = pair;
  const given = await put(pair.coachToken, { ownerUserId: memberUserId });
  expect(given.data).toMatchObject({ workspaceId, ownerUserId: memberUserId });
  expect(refusalOf(await put(pair.coachToken, { ownerUserId: memberUserId }))).toBe(
    "403 FORBIDDEN",
  );
  expect((await leave(pair.coachToken)).data).toMatchObject({ userId: pair.coach.userId });
  expect(refusalOf(await leave(pair.coachToken))).toBe("404 NOT_FOUND");
});

test("the clients of a removed member go to the member whom the owner named", async () => {
  const { pair, memberUserId } = await practice();
  const token = pair.coachToken;
  const path = (query: string) => `${workspace(pair, `members/${memberUserId}`)}${query}`;
  const unknown = await api.call("DELETE", path("?successorUserId=x"), { token });
  expect(refusalOf(unknown)).toBe("400 VALIDATION_FAILED");
  const nobody = await api.call("DELETE", path(`?successorUserId=${someId}`), { token });
  expect(refusalOf(nobody)).toBe("404 NOT_FOUND");
  const gone = await api.call("DELETE", path(`?successorUserId=${pair.coach.userId}`), { token });
  expect(gone.data).toMatchObject({ userId: memberUserId });
});

/** A workspace with a second coach who has a phone, and a client of the owner. */
async function practice() {
  const { em } = api.deps.database;
  const pair = await buildSignedInPair(em, issuer);
  const second = await buildSignedInPair(em, issuer);
  const { userId } = await buildMember(
    em,
    { ...pair.coach, workspaceId: pair.workspaceId },
    second.coach,
  );
  return { pair, memberUserId: userId, memberToken: second.coachToken };
}

function workspace({ workspaceId }: SignedInPair, more: string) {
  return `/api/v1/workspaces/${workspaceId}/${more}`;
}

function coachPath(pair: SignedInPair) {
  return workspace(pair, `relationships/${pair.relationshipId}/coach`);
}
