import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { supportAgendaTaskSchema } from "../../contract/sync/support/agenda-schema.ts";
import { closeDayOf } from "../factories/agenda/closing-day.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { staffToken } from "../factories/accounts/staff.ts";
import { busyPhone, useSupportDesk, REASON } from "../factories/sync/support-desk.ts";

const desk = await useSupportDesk();

const pathOf = (taskId: string) => `/api/v1/support/agenda-tasks/${taskId}`;

describe("a daily task, as support reads it,", () => {
  test("is the stored row with items, history and its receipts by name, without the client's texts", async () => {
    const { phone, receiptIds } = await busyPhone(desk);
    const { meal, habit } = phone.agenda;
    await closeDayOf(desk.api.deps.database.em, phone);
    const skipped = await desk.ask("agenda.read", pathOf(meal.id));
    expect(skipped.text).not.toContain("knee");
    expect(supportAgendaTaskSchema.parse(skipped.data)).toMatchObject({
      taskId: meal.id,
      relationshipId: phone.relationshipId,
      sourceKey: meal.sourceKey,
      snapshot: { title: "Lunch" },
      status: "SKIPPED",
      items: meal.items.map(({ id }) => ({ itemId: id, status: "SKIPPED" })),
      history: [{ toStatus: "PENDING" }, { toStatus: "SKIPPED", deviceId: phone.deviceId }],
      receipts: [{ receiptId: receiptIds[0], status: "ACCEPTED", actionKind: "SKIP" }],
    });
    // Refused operations are named, too.
    const missed = supportAgendaTaskSchema.parse(
      (await desk.ask("agenda.read", pathOf(habit.id))).data,
    );
    expect(missed).toMatchObject({ status: "MISSED", foreignRevision: 1, revision: 2 });
    expect(missed.receipts).toMatchObject([{ receiptId: receiptIds[1], status: "CONFLICT" }]);
  });

  test("shows that a text was recorded, and not its content", async () => {
    const { phone } = await busyPhone(desk);
    const { id } = phone.agenda.water;
    const stand = {
      current: "my knee hurts",
      entryCount: 1,
      lastRecordedAt: "2026-01-05T08:00:00.000Z",
    };
    const put = async (value: object) => {
      await desk.owner.query(
        `update agenda_task set completion_summary = completion_summary || jsonb_build_object('value', $2::jsonb)
         where id = $1`,
        [id, JSON.stringify(value)],
      );
      const { data, text } = await desk.ask("agenda.read", pathOf(id));
      expect(text).not.toContain("knee");
      return supportAgendaTaskSchema.parse(data).completionSummary.value;
    };
    expect(await put(stand)).toEqual({ ...stand, current: null });
    const imported = { entryId: randomUUID(), sourceType: "APPLE_HEALTH", manual: stand };
    expect(await put({ ...stand, current: 4_000, imported })).toEqual({
      ...stand,
      current: 4_000,
      imported: { ...imported, manual: { ...stand, current: null } },
    });
  });

  test("needs its own permission, a reason and an existing id; each read is audited", async () => {
    const { phone, receiptIds } = await busyPhone(desk);
    const { id } = phone.agenda.meal;
    const anonymous = await desk.api.call("GET", pathOf(id), {
      headers: { "X-Access-Reason": REASON },
    });
    expect(refusalOf(anonymous)).toBe("401 UNAUTHENTICATED");
    expect(refusalOf(await desk.ask("receipts.read", pathOf(id)))).toBe("403 FORBIDDEN");
    for (const token of [phone.token, phone.pair.coachToken])
      expect(refusalOf(await desk.ask("agenda.read", pathOf(id), { token }))).toBe("403 FORBIDDEN");
    expect(refusalOf(await desk.ask("agenda.read", pathOf(id), { headers: {} }))).toBe(
      "400 REASON_REQUIRED",
    );
    expect(refusalOf(await desk.ask("agenda.read", pathOf("nonsense")))).toBe(
      "400 VALIDATION_FAILED",
    );
    for (const unknown of [randomUUID(), phone.relationshipId, receiptIds[0] ?? ""])
      expect(refusalOf(await desk.ask("agenda.read", pathOf(unknown)))).toBe("404 NOT_FOUND");
    expect(await auditsOf(id)).toEqual([]);
    const first = await desk.ask("agenda.read", pathOf(id));
    const token = await staffToken(desk.issuer, "admin");
    expect((await desk.ask("agenda.read", pathOf(id), { token })).data).toEqual(first.data);
    const audit = { kind: "AGENDA_TASK", device_id: null, receipt_id: null, reason: REASON };
    expect(await auditsOf(id)).toEqual([
      { ...audit, role: "support" },
      { ...audit, role: "admin" },
    ]);
  });
});

async function auditsOf(taskId: string) {
  const { rows } = await desk.owner.query<Record<string, unknown>>(
    `select kind, device_id, receipt_id, role, reason from support_access_audit where agenda_task_id = $1`,
    [taskId],
  );
  return rows;
}
