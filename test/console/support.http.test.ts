import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as z from "zod";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { User } from "../../db/accounts/user.ts";
import { SupportAccessAudit } from "../../db/sync/support/support-access-audit.ts";
import { checkAppearance } from "../factories/pages/check-appearance.ts";
import { buildQuarantined } from "../factories/sync/quarantined.ts";
import { buildScope, queued } from "../factories/sync/sync.ts";
import { describeInChromium } from "../harness/describe-in-chromium.ts";
import { openStaffReader } from "./ask-api.ts";
import { pressAt, tabTo } from "./keys.ts";
import {
  type ConsoleStage,
  buildConsoleCoach,
  openPage,
  passDoor,
  startConsoleStage,
} from "./stage.ts";
import { passDoorAsStaff } from "./staff-door.ts";

describeInChromium("the pages of support in the console", describeChromium);

const Task = z.object({
  status: z.string(),
  receipts: z.array(z.object({ status: z.string() })),
});
const Quarantine = z.object({ items: z.array(z.object({ deviceId: z.string() })) });
const REASON = "Ticket 12, „doppelt“";

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test("staff without a workspace goes from an e-mail to a re-driven operation by keys alone with one reason, the audit names exactly what was looked at, and the API has the task done", async () => {
    const { em } = stage.api.deps.database;
    const { clientUserId: userId, deviceId, ...scope } = await buildScope(em);
    const { id: taskId } = scope.agenda.habit;
    const operation = queued("quick-log.complete-task", { taskId });
    const phone = { ...scope, clientUserId: userId, deviceId };
    const receiptId = await buildQuarantined(em, phone, operation);
    const email = `${randomUUID()}@example.com`;
    await em.fork().nativeUpdate(User, { id: userId }, { primaryEmail: email });
    const { page, complaints, close } = await openPage(stage, "/");
    await passDoorAsStaff(page, `${randomUUID()}@example.com`, "admin");
    await page.waitForSelector(".support-search");
    expect(page.url()).toBe(`${stage.api.url}/support`);
    await page.keyboard.press("/");
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".reason-gate input:focus");
    expect(await checkAppearance(page, "support-reason")).toEqual([]);
    await page.keyboard.type(REASON);
    await page.keyboard.press("Enter");
    await page.waitForSelector("a.btn.go:focus");
    await page.keyboard.press("Enter");
    await page.waitForSelector(`a.line[href$="${deviceId}"]`);
    expect(await checkAppearance(page, "support-person")).toEqual([]);
    await pressAt(page, `a.line[href$="${deviceId}"]`);
    await page.waitForSelector(`a[href$="/people/${userId}"]`);
    expect(await looksOf(userId, deviceId)).toEqual(["USER_SOUGHT", "USER_READ", "DEVICE"]);
    await tabTo(page, "button", "Read refusals");
    await page.keyboard.press("Enter");
    await page.waitForSelector(`a[href$="/operations/${receiptId}"]`);
    await page.keyboard.press("j");
    await page.keyboard.press("d");
    await page.waitForSelector('[role="dialog"] input:focus');
    await page.keyboard.press("Enter");
    await page.waitForSelector('[role="dialog"] [role="status"] ::-p-text(accepted)');
    expect((await looksOf(userId, deviceId)).slice(3)).toEqual(["REJECTED_OPERATIONS", "REDRIVE"]);
    const read = await openStaffReader(stage);
    const { status, receipts } = await read(`/support/agenda-tasks/${taskId}`, Task);
    expect(status).toBe("COMPLETED");
    expect(receipts.map((receipt) => receipt.status)).toContain("ACCEPTED");
    const { items } = await read("/support/quarantine", Quarantine);
    expect(items.filter((item) => item.deviceId === deviceId)).toEqual([]);
    // Staff have no account, which the API says with this status.
    expect(complaints.filter((complaint) => !complaint.includes("403"))).toEqual([]);
    await close();
  });

  test("a coach sees no way to support, and its address says that there is no access", async () => {
    const coach = await buildConsoleCoach(stage);
    const { page, complaints, close } = await openPage(stage, "/support/quarantine");
    await passDoor(page, coach.email);
    await page.waitForSelector("main .empty ::-p-text(No access)");
    expect(await page.$$('nav a[href^="/support"]')).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  /** The looks at a person and a device, each with the reason that was typed. */
  async function looksOf(userId: string, deviceId: string): Promise<readonly string[]> {
    const em = stage.api.deps.database.em.fork();
    const people = await em.find(AuthAuditEvent, { userId, eventType: /^USER_(SOUGHT|READ)$/ });
    const devices = await em.find(
      SupportAccessAudit,
      { deviceId, reason: REASON },
      { orderBy: { id: "asc" } },
    );
    return [
      ...people
        .filter(({ metadata }) => metadata["reason"] === REASON)
        .toSorted((a, b) => a.id.localeCompare(b.id))
        .map(({ eventType }) => eventType),
      ...devices.map(({ kind }) => kind),
    ];
  }
}
