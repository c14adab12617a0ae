import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { endpoints } from "../../api/endpoints.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { refusalOf, somebody } from "../factories/accounts/people.ts";
import { type TestAnswer, type TestApi, startApi } from "../harness/api.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

let issuer: TestIssuer;
/** Simulates two processes of the API: they share nothing but the database. */
let processes: readonly TestApi[];
beforeAll(async () => {
  issuer = await startTestIssuer();
  const first = await startApi({ issuer: issuer.issuer, trustedProxyHops: 1 });
  const { database } = first;
  const second = await startApi({ issuer: issuer.issuer, trustedProxyHops: 1, database });
  processes = [first, second];
});
afterAll(async () => {
  for (const { close } of processes) await close();
  await issuer.close();
});

let lastAddress = 0;
const newAddress = () => `198.51.100.${(lastAddress += 1)}`;
const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });

const DISCOVERY = "/api/v1/auth/providers";
const PREVIEW = "/api/v1/client-invitations/preview";
const VALIDATE = "/api/v1/client-invitations/validate";
const LOGOUT = "/api/v1/auth/backchannel-logout";

const aToken = () => randomUUID().repeat(2).slice(0, 43);

// The limits of docs/rooms/wire.md#failed-attempts, and how to reach each.
const LIMITS = [
  { limit: "anonymous", open: byDiscovery, times: 60, seconds: 60, route: DISCOVERY },
  { limit: "identity", open: byIdentity, times: 10, seconds: 900, route: VALIDATE },
  { limit: "token", open: byInvitation, times: 5, seconds: 900, route: PREVIEW },
  { limit: "address", open: byAddress, times: 60, seconds: 900, route: VALIDATE },
  { limit: "forged", open: byForgery, times: 60, seconds: 60, route: "backchannel-logout" },
] as const;

describe("A limit that two processes share", () => {
  test.each(LIMITS)(
    "$limit: $times within $seconds s, then 429 with a retry time, audited once",
    async ({ limit, open, times, seconds, route }) => {
      const attempt = open();
      const answers: TestAnswer[] = [];
      for (let index = 0; index < times + 4; index += 1) {
        const api = processes[index % processes.length];
        if (api !== undefined) answers.push(await attempt(api));
      }
      expect(answers.slice(0, times).filter(({ status }) => status === 429)).toEqual([]);
      for (const answer of answers.slice(times)) {
        expect(refusalOf(answer)).toBe("429 RATE_LIMITED");
        const wait = Number(answer.headers.get("Retry-After"));
        expect(wait).toBeLessThanOrEqual(seconds);
        expect(wait).toBeGreaterThan(seconds / 2);
      }
      const audited = processes[0]?.deps.database.em.fork();
      const lines = await audited?.find(AuthAuditEvent, { eventType: "RATE_LIMITED" });
      const mine = lines?.filter(({ metadata }) => metadata["limit"] === limit);
      expect(mine?.map(({ metadata }) => metadata)).toEqual([{ limit, route }]);
      expect(mine?.[0]?.actor).toMatch(/^(?:address|identity|token):[\w-]{43}$/);
    },
  );

  test("counts failures of tokens, secrets, registrations and linked sign-ins", () => {
    const counting = endpoints.filter(({ countsFailures }) => countsFailures === true);
    expect(counting.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      "POST /api/v1/auth/client-onboarding-registration",
      "POST /api/v1/auth/coach-registration",
      "POST /api/v1/auth/identities",
      "POST /api/v1/auth/member-registration",
      `POST ${PREVIEW}`,
      `POST ${VALIDATE}`,
      "POST /api/v1/client/purge-acknowledgements",
      "POST /api/v1/client/purge-orders/find",
      "POST /api/v1/client/purge-orders/{orderId}/ack",
      "POST /api/v1/member-invitations/accept",
      "POST /api/v1/member-invitations/joining-preview",
      "POST /api/v1/member-invitations/preview",
    ]);
  });
});

/** Makes an attempt that differs from all others in everything but the limited key. */
type Attempt = (api: TestApi) => Promise<TestAnswer>;

function byDiscovery(): Attempt {
  const place = from(newAddress());
  return (api) => api.call("GET", `${DISCOVERY}?surface=WEB&platform=WEB`, place);
}

function byIdentity(): Attempt {
  const person = somebody(issuer);
  return async (api) => {
    const token = await person.token("CLIENT_MOBILE");
    const body = { invitationToken: aToken() };
    return await api.call("POST", VALIDATE, { token, body, ...from(newAddress()) });
  };
}

function byInvitation(): Attempt {
  const body = { invitationToken: aToken() };
  return (api) => api.call("POST", PREVIEW, { body, ...from(newAddress()) });
}

function byAddress(): Attempt {
  const place = from(newAddress());
  return async (api) => {
    const token = await somebody(issuer).token("CLIENT_MOBILE");
    const body = { invitationToken: aToken() };
    return await api.call("POST", VALIDATE, { token, body, ...place });
  };
}

function byForgery(): Attempt {
  const headers = {
    ...from(newAddress()).headers,
    "Content-Type": "application/x-www-form-urlencoded",
  };
  return (api) => api.call("POST", LOGOUT, { rawBody: `logout_token=${aToken()}`, headers });
}
