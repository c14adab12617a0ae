import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { registeredCoach, somebody, type RegisteredCoach } from "../factories/people.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

let issuer: TestIssuer;
let api: TestApi;
let coach: RegisteredCoach;
beforeAll(async () => {
  issuer = await startTestIssuer();
  api = await startApi({ issuer: issuer.issuer });
  coach = await registeredCoach(api, somebody(issuer));
  await me();
});
afterAll(async () => {
  await api.close();
  await issuer.close();
});
const me = () => api.call("GET", "/api/v1/auth/me", { token: coach.token });

test("GET auth/me answers from two statements, the guard's and its own", async () => {
  const { result, statements } = await recordStatements(me);
  expect(result.status).toBe(200);
  expect(statements).toHaveLength(2);
  expect(statements.every((statement) => statement.startsWith("select"))).toBe(true);
});

test.each([
  ["surface=COACH_MOBILE&platform=IOS", 0],
  ["surface=WEB&platform=WEB&region=CH&locale=de", 0],
  ["surface=CLIENT_MOBILE&platform=ANDROID&inviteToken=a-token-that-nobody-was-given-at-all", 1],
])("discovery of %s answers from at most two statements beside its limit", async (query, own) => {
  await discover(query);
  const { result, sent } = await recordStatements(() => discover(query));
  expect(result.status).toBe(200);
  const limits = sent.filter(({ text }) => text.includes("rate_limit"));
  expect(sent.length - limits.length).toBe(own);
  expect(sent.length).toBeLessThanOrEqual(2);
});

const discover = (query: string) => api.call("GET", `/api/v1/auth/providers?${query}`);
