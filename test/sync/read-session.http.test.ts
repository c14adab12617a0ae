import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { z } from "zod";
import { ask, buildPhone, otherToken } from "../factories/phone.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

let issuer: TestIssuer;
let api: TestApi;
beforeAll(async () => {
  issuer = await startTestIssuer();
  api = await startApi({ issuer: issuer.issuer });
});
afterAll(async () => {
  await api.close();
  await issuer.close();
});

test("a device that a new session only read with is revoked when that one signs out", async () => {
  const phone = await buildPhone(api, issuer);
  const token = await otherToken(issuer, phone.pair.client, "CLIENT_MOBILE");
  expect((await ask(api, phone, {}, { token })).status).toBe(200);
  const out = await api.call("POST", "/api/v1/auth/logout", { token, body: {}, key: randomUUID() });
  expect(out.status).toBe(200);
  const { purgeOrders } = z
    .looseObject({ purgeOrders: z.array(z.looseObject({ deviceId: z.string() })) })
    .parse(out.data);
  expect(purgeOrders.map(({ deviceId }) => deviceId)).toEqual([phone.deviceId]);
});
