import { describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { purgeOrderPageSchema } from "../../contract/sync/purge-schema.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { buildScopeOrder } from "../factories/api/matrix/purge.ts";
import { acknowledge, ordersOf } from "../factories/sync/purge/purge-orders.ts";
import { buildPhone, refusalOf } from "../factories/sync/phone.ts";
import { staffToken } from "../factories/accounts/staff.ts";
import { supporter } from "../factories/accounts/supporter.ts";
import type { TestRequest } from "../harness/api.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const PATH = "/api/v1/support/purge-orders";
const headers = { "X-Access-Reason": "Ticket 4: a lost phone" };

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const phone = await buildPhone(api, issuer);
const reader = await supporter(api, issuer, "purges.read");

const em = () => api.deps.database.em.fork();

const audits = () => em().find(AuthAuditEvent, { eventType: "PURGE_ORDERS_READ" });

describe("GET /support/purge-orders", () => {
  test("is refused without a sign-in, without the permission and to users", async () => {
    expect(refusalOf(await api.call("GET", PATH, { headers }))).toMatchObject({ status: 401 });
    for (const token of [
      await supporter(api, issuer, "users.read"),
      await staffToken(issuer, "support"),
    ])
      expect(refusalOf(await list("", { token }))).toMatchObject({ code: "FORBIDDEN" });
    expect((await list("", { token: phone.token })).status).toBe(403);
    expect(await audits()).toEqual([]);
  });

  test("needs a reason", async () => {
    const refused = refusalOf(await list("", { headers: {} }));
    expect(refused).toMatchObject({ status: 400, code: "REASON_REQUIRED" });
    expect(await audits()).toEqual([]);
  });

  test.each(["?limit=0", "?unacknowledged=maybe", "?deviceId=x"])("refuses %s", async (query) => {
    expect(refusalOf(await list(query))).toMatchObject({ code: "VALIDATION_FAILED" });
  });

  test("lists devices that did not acknowledge, page by page, and audits who read it and why", async () => {
    const { deviceId } = phone;
    for (let index = 0; index < 3; index += 1) await buildScopeOrder(em(), deviceId);
    const [newest, ...others] = await ordersOf(api, phone);
    if (newest === undefined) throw new Error("There is no order");
    await acknowledge(api, newest, phone);
    const before = (await audits()).length;
    const first = purgeOrderPageSchema.parse((await list("?unacknowledged&limit=1")).data);
    const rest = `?unacknowledged&limit=2&cursor=${first.nextCursor}`;
    const second = purgeOrderPageSchema.parse((await list(rest)).data);
    expect([...first.items, ...second.items]).toEqual(others);
    expect(second.nextCursor).toBeNull();
    expect(purgeOrderPageSchema.parse((await list()).data).items).toHaveLength(3);
    const lines = (await audits()).slice(before);
    expect(lines).toHaveLength(3);
    for (const { metadata, userId } of lines) {
      expect(metadata).toEqual({ reason: headers["X-Access-Reason"], role: "support" });
      expect(userId).toBeNull();
    }
  });

  test("shows nothing when the audit cannot be written", async () => {
    const owner = new Client({ connectionString: api.database.ownerUrl });
    await owner.connect();
    await owner.query(`alter table auth_audit_event
      add constraint closed check (event_type <> 'PURGE_ORDERS_READ') not valid`);
    const answer = await list();
    await owner.query("alter table auth_audit_event drop constraint closed");
    await owner.end();
    expect(refusalOf(answer)).toMatchObject({ status: 500, code: "INTERNAL" });
  });
});

function list(query = "", request: TestRequest = {}) {
  return api.call("GET", `${PATH}${query}`, { token: reader, headers, ...request });
}
