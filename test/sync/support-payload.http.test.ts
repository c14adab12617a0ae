import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { rawPayloadSchema } from "../../contract/sync/support-schema.ts";
import { moveClock } from "../factories/move-clock.ts";
import { refusalOf } from "../factories/people.ts";
import { buildPhone, sync } from "../factories/phone.ts";
import { busyPhone, openSupportDesk, skip, type SupportDesk } from "../factories/support-desk.ts";

const DAY_SECONDS = 24 * 60 * 60;
const payloadPath = (id: string) => `/api/v1/support/operations/${id}/payload`;

let desk: SupportDesk;
beforeAll(async () => {
  desk = await openSupportDesk();
});
afterAll(() => desk.close());

describe("A raw payload", () => {
  test("is the operation as it came, of each place in its batch; nothing of it is logged", async () => {
    const { phone, operations, receiptIds } = await busyPhone(desk);
    desk.log.length = 0;
    for (const [ordinal, receiptId] of receiptIds.entries()) {
      const answer = await desk.ask("payloads.read", payloadPath(receiptId));
      expect(rawPayloadSchema.parse(answer.data)).toEqual({
        receiptId,
        deviceId: phone.deviceId,
        relationshipId: phone.relationshipId,
        clientOperationId: operations[ordinal]?.clientOperationId,
        receivedAt: expect.any(String),
        operation: operations[ordinal],
      });
    }
    expect(desk.log.join("")).not.toMatch(/knee|Ana|Ticket 12/);
    const audits = await desk.auditsOf(phone.deviceId);
    expect(audits.map(({ kind, receiptId: id }) => [kind, id])).toEqual(
      receiptIds.map((id) => ["PAYLOAD", id]),
    );
  });

  test("that must not be stored was never kept: a pointer tells where it was", async () => {
    const phone = await buildPhone(desk.api, desk.issuer);
    const secret = "Bearer abcdefghijklmnopqrstuvwxyz";
    const { results } = await sync(desk.api, phone, [skip(phone, secret)]);
    const answer = await desk.ask("payloads.read", payloadPath(results[0]?.receiptId ?? ""));
    expect(answer.text).not.toContain(secret);
    expect(answer.data).toMatchObject({ operation: { payload: null, withheld: "/payload/note" } });
  });

  test("is not there once it is 90 days old, nor once it was pruned", async () => {
    const { phone, receiptIds } = await busyPhone(desk);
    const [receiptId = ""] = receiptIds;
    await moveClock(desk.api.database.ownerUrl, 90 * DAY_SECONDS + 60);
    expect(refusalOf(await desk.ask("payloads.read", payloadPath(receiptId)))).toBe(
      "404 NOT_FOUND",
    );
    const kept = await desk.ask(
      "rejected-operations.read",
      `/api/v1/support/devices/${phone.deviceId}/rejected-operations`,
    );
    expect(kept.data).toMatchObject({ items: [{ payloadKept: false }] });
    await moveClock(desk.api.database.ownerUrl, 0);
    expect((await desk.ask("payloads.read", payloadPath(receiptId))).status).toBe(200);
    await desk.owner.query("delete from sync_payload");
    expect(refusalOf(await desk.ask("payloads.read", payloadPath(receiptId)))).toBe(
      "404 NOT_FOUND",
    );
  });
});
