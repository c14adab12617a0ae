import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { registeredDeviceSchema } from "../../contract/sync/device-schema.ts";
import { suspendUser } from "../factories/accounts/identity.ts";
import {
  ask,
  buildPhone,
  otherToken,
  refusalOf,
  registrationBody,
} from "../factories/sync/phone.ts";
import { useApi } from "../harness/use-api.ts";

const PATH = "/api/v1/client/devices";

const { api, issuer } = await useApi();

const phone = await buildPhone(api, issuer);

const routes = [
  ["POST", PATH],
  ["GET", PATH],
  ["POST", `${PATH}/01970000-0000-7000-8000-000000000000/revoke`],
] as const;

describe.each(routes)("%s %s", (method, path) => {
  test("checks the token first", async () => {
    const answer = await api.call(method, path, method === "GET" ? {} : { rawBody: "{" });
    expect(refusalOf(answer)).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
  });

  test("is refused on the web, and to a person without an account", async () => {
    const web = await otherToken(issuer, phone.pair.coach, "WEB");
    const key = randomUUID();
    expect(refusalOf(await api.call(method, path, { token: web, key }))).toMatchObject({
      status: 403,
      code: "APP_ROLE_MISMATCH",
    });
    const nobody = await issuer.sign({ claims: { sub: randomUUID() } });
    expect(refusalOf(await api.call(method, path, { token: nobody, key }))).toMatchObject({
      status: 403,
      code: "REGISTRATION_REQUIRED",
    });
  });

  test("is refused to a suspended user", async () => {
    const { token, pair } = await buildPhone(api, issuer);
    await suspendUser(api.deps.database.em, pair.client.userId);
    const answer = await api.call(method, path, { token, key: randomUUID() });
    expect(refusalOf(answer)).toMatchObject({ status: 403, code: "USER_SUSPENDED" });
  });
});

test("the surface of a device is that of the token", async () => {
  const { coachToken } = phone.pair;
  const asCoach = await register(coachToken, { appSurface: "COACH_MOBILE" });
  expect(registeredDeviceSchema.parse(asCoach.data).appSurface).toBe("COACH_MOBILE");
  for (const [token, appSurface] of [
    [coachToken, "CLIENT_MOBILE"],
    [phone.token, "COACH_MOBILE"],
  ] as const) {
    expect(refusalOf(await register(token, { appSurface }))).toMatchObject({
      status: 403,
      code: "APP_ROLE_MISMATCH",
    });
  }
});

test("a device can be listed and revoked from the other app too; its receipts only from its own app", async () => {
  const own = await buildPhone(api, issuer);
  const token = await otherToken(issuer, own.pair.client, "COACH_MOBILE");
  const { deviceId } = own;
  expect((await api.call("GET", PATH, { token })).data).toMatchObject({ items: [{ deviceId }] });
  const receipts = await api.call("GET", `${PATH}/${deviceId}/receipts`, { token });
  expect(refusalOf(receipts)).toMatchObject({ status: 404, code: "NOT_FOUND" });
  const revoked = await api.call("POST", `${PATH}/${deviceId}/revoke`, { token });
  expect(revoked.data).toMatchObject({ deviceId, status: "REVOKED" });
});

test("a device that a new session only read with is revoked when that session signs out", async () => {
  const reading = await buildPhone(api, issuer);
  const token = await otherToken(issuer, reading.pair.client, "CLIENT_MOBILE");
  expect((await ask(api, reading, {}, { token })).status).toBe(200);
  const out = await api.call("POST", "/api/v1/auth/logout", { token, body: {}, key: randomUUID() });
  expect(out.status).toBe(200);
  const { purgeOrders } = z
    .looseObject({ purgeOrders: z.array(z.looseObject({ deviceId: z.string() })) })
    .parse(out.data);
  expect(purgeOrders.map(({ deviceId }) => deviceId)).toEqual([reading.deviceId]);
});

function register(token: string, changes = {}, key: string = randomUUID()) {
  return api.call("POST", PATH, { token, key, body: registrationBody(changes) });
}
