import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { deviceWithOrdersSchema } from "../../contract/sync/device-schema.ts";
import {
  type ChainedReceipt,
  receiptPageSchema,
} from "../../contract/sync/receipts/receipt-schema.ts";
import { verifyChain } from "../../contract/sync/receipts/verify-chain.ts";
import { sha256 } from "../../rules/sha256.ts";
import {
  buildPhone,
  otherToken,
  type Phone,
  refusalBody,
  refusalOf,
  registeredDevice,
  registrationBody,
  sync,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

const unknownTask = () => queued("quick-log.complete-task", { taskId: randomUUID() });

const path = (deviceId: string) => `/api/v1/client/devices/${deviceId}/receipts`;

describe("the receipts of a device", () => {
  test("are a chain that its owner can verify, page by page, newest first", async () => {
    const phone = await buildPhone(api, issuer);
    const batches = [[complete(phone), unknownTask()], [unknownTask()], [unknownTask()]];
    for (const batch of batches) await sync(api, phone, batch);
    const { chain, receipts } = await readChain(phone);
    const sent = batches.flat().map(({ clientOperationId }) => clientOperationId);
    expect(receipts.map(({ clientOperationId }) => clientOperationId)).toEqual(sent.toReversed());
    expect(receipts.map(({ chainSeq }) => chainSeq)).toEqual([4, 3, 2, 1]);
    expect(receipts.at(-1)).toMatchObject({
      status: "ACCEPTED",
      canonicalRecordId: phone.agenda.habit.id,
      expectedRevision: 1,
      payloadChecksum: batches[0]?.[0]?.payloadChecksum,
    });
    expect(await verifyChain(chain, receipts, sha256)).toEqual([]);
    expect(await verifyChain(chain, receipts.toSpliced(2, 1), sha256)).not.toEqual([]);
  });

  test("are empty at first, and the device shows their head too", async () => {
    const phone = await buildPhone(api, issuer);
    const empty = await readChain(phone);
    expect(empty).toEqual({
      chain: { deviceId: expect.any(String), seq: 0, hash: "0".repeat(64), pruned: null },
      receipts: [],
    });
    expect(await verifyChain(empty.chain, empty.receipts, sha256)).toEqual([]);
    await sync(api, phone, [complete(phone), unknownTask()]);
    const { chain, receipts } = await readChain(phone);
    expect(chain).toEqual({
      deviceId: expect.any(String),
      seq: 2,
      hash: receipts[0]?.hash,
      pruned: null,
    });
    const listed = await api.call("GET", "/api/v1/client/devices?limit=1", phone);
    expect(listed.data).toMatchObject({ items: [{ deviceId: phone.deviceId, chain }] });
  });

  test("are readable for a revoked device of the same person", async () => {
    const phone = await buildPhone(api, issuer);
    await sync(api, phone, [complete(phone)]);
    const before = await readChain(phone);
    const revoked = await api.call(
      "POST",
      `/api/v1/client/devices/${phone.deviceId}/revoke`,
      phone,
    );
    expect(deviceWithOrdersSchema.parse(revoked.data).status).toBe("REVOKED");
    expect(await readChain(phone)).toEqual(before);
  });

  test("start again with a device that was registered again", async () => {
    const phone = await buildPhone(api, issuer);
    const { installationId } = registrationBody();
    const first = {
      ...phone,
      deviceId: await registeredDevice(api, phone.token, { installationId }),
    };
    const operation = complete(phone);
    await sync(api, first, [operation]);
    const again = {
      ...phone,
      deviceId: await registeredDevice(api, phone.token, { installationId }),
    };
    await sync(api, again, [operation, unknownTask()]);
    const { chain, receipts } = await readChain(again);
    expect(receipts.map(({ chainSeq }) => chainSeq)).toEqual([1]);
    expect(await verifyChain(chain, receipts, sha256)).toEqual([]);
    expect((await readChain(first)).receipts).toHaveLength(1);
  });

  test("are not found alike for another user, another surface and an unknown device", async () => {
    const phone = await buildPhone(api, issuer);
    const stranger = await buildPhone(api, issuer);
    const coachToken = await otherToken(issuer, phone.pair.coach, "COACH_MOBILE");
    const answers = [
      await ask({ ...phone, deviceId: stranger.deviceId }),
      await ask({ ...phone, token: coachToken }),
      await ask({ ...phone, deviceId: randomUUID() }),
    ];
    const [first] = answers.map(refusalBody);
    expect(first).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(answers.map(refusalBody)).toEqual([first, first, first]);
  });

  test("need a token and a device surface", async () => {
    const phone = await buildPhone(api, issuer);
    const web = await otherToken(issuer, phone.pair.coach, "WEB");
    expect((await ask({ ...phone, token: "" })).status).toBe(401);
    expect(refusalOf(await ask({ ...phone, token: web }))).toMatchObject({
      status: 403,
      code: "APP_ROLE_MISMATCH",
    });
  });

  test.each([
    ["a limit of 0", { limit: "0" }, "/query/limit"],
    ["an unknown parameter", { color: "red" }, "/query"],
  ])("are refused with %s", async (_name, query, pointer) => {
    const phone = await buildPhone(api, issuer);
    expect(refusalOf(await ask(phone, query))).toMatchObject({ status: 400, pointers: [pointer] });
  });

  test("have separate cursors", async () => {
    const phone = await buildPhone(api, issuer);
    const other = { ...phone, deviceId: await registeredDevice(api, phone.token) };
    await sync(api, phone, [unknownTask(), unknownTask()]);
    const page = receiptPageSchema.parse((await ask(phone, { limit: "1" })).data);
    const cursor = page.nextCursor ?? "";
    for (const asked of [ask(other, { cursor }), ask(phone, { cursor: `${cursor}x` })])
      expect(refusalOf(await asked)).toMatchObject({ status: 400, code: "CURSOR_INVALID" });
  });
});

function complete({ agenda }: Phone) {
  return queued("quick-log.complete-task", { taskId: agenda.habit.id });
}

/** Requests a page; any answer is returned. */
function ask(phone: Phone, query: Readonly<Record<string, string>> = {}) {
  return api.call("GET", `${path(phone.deviceId)}?${new URLSearchParams(query).toString()}`, phone);
}

/** Every page, from the newest receipt back to the first. */
async function readChain(phone: Phone, limit = 2) {
  const receipts: ChainedReceipt[] = [];
  const asked = { limit: String(limit) };
  for (let cursor = {}; ;) {
    const page = receiptPageSchema.parse((await ask(phone, { ...asked, ...cursor })).data);
    receipts.push(...page.items);
    if (page.nextCursor === null) return { chain: page.chain, receipts };
    cursor = { cursor: page.nextCursor };
  }
}
