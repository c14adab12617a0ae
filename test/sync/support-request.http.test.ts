import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { supportReceiptPageSchema } from "../../contract/sync/support/support-schema.ts";
import { supportRequestSchema } from "../../contract/sync/support/request-schema.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { staffToken } from "../factories/accounts/staff.ts";
import { settlementDeps, settleOf } from "../factories/sync/settlement.ts";
import { buildPhone, syncBody, syncPath } from "../factories/sync/phone.ts";
import { REASON, complete, useSupportDesk } from "../factories/sync/support-desk.ts";

const desk = await useSupportDesk();
const pathOf = (requestId: string) => `/api/v1/support/requests/${requestId}`;

test("the lookup of a request needs its permission, a reason and an id of the right form", async () => {
  const path = pathOf(randomUUID());
  const unsigned = await desk.api.call("GET", path, { headers: { "X-Access-Reason": REASON } });
  expect(refusalOf(unsigned)).toBe("401 UNAUTHENTICATED");
  expect(refusalOf(await desk.ask("devices.read", path))).toBe("403 FORBIDDEN");
  const token = await staffToken(desk.issuer, "support");
  expect(refusalOf(await desk.ask("receipts.read", path, { token }))).toBe("403 FORBIDDEN");
  expect(refusalOf(await desk.ask("receipts.read", path, { headers: {} }))).toBe(
    "400 REASON_REQUIRED",
  );
  expect(refusalOf(await desk.ask("receipts.read", pathOf("no%20id")))).toBe(
    "400 VALIDATION_FAILED",
  );
});

test("a request leads to its batch, the run that settled it, the device's actor and their pages", async () => {
  const phone = await buildPhone(desk.api, desk.issuer);
  const requestId = `r-${randomUUID()}`;
  const sent = await desk.api.call("POST", syncPath(phone.relationshipId), {
    token: phone.token,
    headers: { "X-Request-Id": requestId },
    body: syncBody(phone, [complete(phone)]),
  });
  expect(sent.status).toBe(200);
  await settleOf(settlementDeps(desk.api.deps.database.em), phone.deviceId);
  const answer = await desk.ask("receipts.read", pathOf(requestId));
  const { batches } = supportRequestSchema.parse(answer.data);
  const ui = "https://temporal.example.com/namespaces/sideline/workflows";
  const [batch] = batches;
  const runId = batch?.settledBy?.runId ?? "";
  expect(batches).toMatchObject([
    {
      requestId,
      deviceId: phone.deviceId,
      acceptedCount: 1,
      status: "SETTLED",
      settledBy: { workflowId: "settlement/0", url: `${ui}/settlement%2F0/${runId}/history` },
      device: { workflowId: `device/${phone.deviceId}`, url: `${ui}/device%2F${phone.deviceId}` },
    },
  ]);
  const receipts = await desk.ask(
    "receipts.read",
    `/api/v1/support/devices/${phone.deviceId}/receipts`,
  );
  expect(supportReceiptPageSchema.parse(receipts.data).batches).toEqual(batches);
});

test("events of a request that wait for their delivery are shown, and of an unknown one nothing; both are audited", async () => {
  const requestId = `r-${randomUUID()}`;
  await desk.owner.query(
    `insert into outbox (id, consumer, key, event_id, type, subject_id, version, refs, request_id, occurred_at,
      available_at) values (uuidv7(), 'event-feed', 'k', uuidv7(), 'PlanPublished', uuidv7(), 1, '{}', $1,
      clock_now(), clock_now())`,
    [requestId],
  );
  const before = await countAudits();
  const known = await desk.ask("receipts.read", pathOf(requestId));
  expect(known.data).toMatchObject({ batches: [], waitingEvents: [{ type: "PlanPublished" }] });
  const unknown = await desk.ask("receipts.read", pathOf(randomUUID()));
  expect(unknown.data).toMatchObject({ batches: [], waitingEvents: [] });
  expect(await countAudits()).toBe(before + 2);
});

async function countAudits(): Promise<number> {
  const { rows } = await desk.owner.query<{ count: number }>(
    "select count(*)::int as count from support_access_audit where kind = 'REQUEST'",
  );
  return rows[0]?.count ?? 0;
}
