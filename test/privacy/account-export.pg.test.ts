import { afterEach, describe, expect, test } from "@jest/globals";
import { askExport } from "../../activities/privacy/export/ask-export.ts";
import { settleAccountExport } from "../../activities/privacy/export/settle-account-export.ts";
import { SLICE_FACTS, writeSlice } from "../../activities/privacy/export/write-slice.ts";
import { mailAccountNotice } from "../../activities/accounts/mail/mail-account-notice.ts";
import type { Message } from "../../activities/accounts/mail/mailer.ts";
import { requestAccountDeletion } from "../../activities/privacy/request-account-deletion.ts";
import { EXPORT_HOURS } from "../../contract/privacy/export-vocabulary.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { User } from "../../db/accounts/user.ts";
import { Actor } from "../../db/outbox/actor.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { AccountExport } from "../../db/privacy/account-export.ts";
import { AccountExportPart } from "../../db/privacy/account-export-part.ts";
import { getExport } from "../../db/privacy/queries.ts";
import { forgetExport, lockExport } from "../../db/privacy/begin-export.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { hooks } from "../../workers/hooks.ts";
import {
  requestedExport,
  documentOf,
  loggedIn,
  sectionsWith,
  writtenExport,
} from "../factories/privacy/account-export.ts";
import { buildHistory, logMuch } from "../factories/privacy/history-words.ts";
import { buildCoach } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
afterEach(() => moveClock(ownerUrl, 0));

const DAY = EXPORT_HOURS * 3_600;
const settle = (exportId: string) => settleAccountExport(em, { exportId });
const waitOf = (exportId: string) => em.fork().findOne(Actor, `account-export/${exportId}`);

describe("the export of a client", () => {
  const CANARY = "canary-of-the-export";

  test("contains what they wrote and did, and nothing of anybody else", async () => {
    const { clientUserId: userId, coachUserId } = await buildHistory(em, CANARY);
    await buildHistory(em, "canary-of-another");
    const fork = em.fork();
    await fork.nativeUpdate(User, { id: userId }, { displayName: CANARY, primaryEmail: CANARY });
    await fork.nativeUpdate(ClientProfile, { userId }, { displayName: CANARY, goal: CANARY });
    await fork.nativeUpdate(AuthIdentity, { userId }, { subject: CANARY });
    const exportId = await writtenExport(em, userId);
    const document = await documentOf(em, userId, exportId);
    expect(sectionsWith(document, CANARY)).toEqual([
      ...(["account", "clientProfile", "signIns", "agendaTasks", "agendaItems"] as const),
      ...(["quickLog", "workouts", "workoutConflicts"] as const),
    ]);
    expect(sectionsWith(document, "canary-of-another")).toEqual([]);
    expect(sectionsWith(document, userId)).toContain("account");
    // The coach has a separate export, without the client's data.
    const coachs = await documentOf(em, coachUserId, await writtenExport(em, coachUserId));
    expect(sectionsWith(coachs, CANARY)).toEqual([]);
    expect(JSON.parse(coachs)).toMatchObject({ quickLog: [], workouts: [], formAnswers: [] });
  });

  test("is written slice by slice, each fact once, and continues after a killed process", async () => {
    const scope = await buildScope(em);
    const { clientUserId: userId } = scope;
    const count = 2 * SLICE_FACTS + 50;
    await logMuch(em, scope, count);
    const exportId = await requestedExport(em, userId);
    expect(await waitOf(exportId)).not.toBeNull();
    let slices = 1;
    for (let agenda = await settle(exportId); agenda.more === true; slices += 1) {
      expect(agenda).toMatchObject({ dueReason: "SLICE", dueInMs: 0 });
      expect(await waitOf(exportId)).toMatchObject({ dueReason: "SLICE" });
      // A slice that is lost with its transaction is written again by the next.
      const lost = transact(em, async (tx) => {
        const found = await lockExport(tx, exportId);
        if (found !== null) await writeSlice(tx, found, new Date());
        throw new Error("killed");
      });
      await expect(lost).rejects.toThrow("killed");
      agenda = await settle(exportId);
    }
    expect(slices).toBeGreaterThanOrEqual(3);
    expect(await waitOf(exportId)).toMatchObject({ dueReason: "EXPIRY" });
    const logged = loggedIn(await documentOf(em, userId, exportId));
    expect(new Set(logged).size).toBe(count);
    expect(logged).toHaveLength(count);
  });
});

describe("an export", () => {
  test("that is requested eight times at once exists once, and its actor is woken once", async () => {
    const { userId } = await buildCoach(em);
    const exports = await Promise.all(Array.from({ length: 8 }, () => requestedExport(em, userId)));
    const [exportId = ""] = new Set(exports);
    expect(new Set(exports).size).toBe(1);
    expect(await em.fork().count(AccountExport, { userId })).toBe(1);
    const where = { subjectId: userId, type: "AccountExportRequested" } as const;
    const rows = await em.fork().find(OutboxRow, where);
    expect(new Map(rows.map(({ consumer, key }) => [consumer, key]))).toEqual(
      new Map([
        ["account-export-actor", `account-export/${exportId}`],
        ["event-feed", userId],
        ["mail", userId],
      ]),
    );
    expect(rows).toHaveLength(3);
    const audited = { userId, eventType: "EXPORT_REQUESTED" };
    expect(await em.fork().find(AuthAuditEvent, audited)).toMatchObject([
      { metadata: { exportId } },
    ]);
    const sent: Message[] = [];
    const mailer = { send: async (message: Message) => void sent.push(message) };
    const news = { eventId: rows[0]?.eventId ?? "", subjectId: userId };
    const publicUrl = "https://api.example";
    await mailAccountNotice({ em, mailer, publicUrl }, "AccountExportRequested", news);
    const { primaryEmail: to } = await em.fork().findOneOrFail(User, userId);
    expect(sent).toMatchObject([
      { to, messageId: news.eventId, text: expect.stringContaining("one file") },
    ]);
  });

  test("that several processes settle at once contains each fact once", async () => {
    const scope = await buildScope(em);
    await logMuch(em, scope, SLICE_FACTS + 20);
    const { clientUserId: userId } = scope;
    const exportId = await requestedExport(em, userId);
    await Promise.all(Array.from({ length: 6 }, () => settle(exportId)));
    while ((await settle(exportId)).more === true);
    const logged = loggedIn(await documentOf(em, userId, exportId));
    expect(new Set(logged).size).toBe(SLICE_FACTS + 20);
    expect(logged).toHaveLength(SLICE_FACTS + 20);
  });

  test("expires on time, whether or not its actor came; then another can be started", async () => {
    const { userId } = await buildCoach(em);
    const exportId = await writtenExport(em, userId);
    expect(await requestedExport(em, userId)).toBe(exportId);
    await moveClock(ownerUrl, DAY + 60);
    await expect(getExport(em.fork(), userId, exportId)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const next = await requestedExport(em, userId);
    expect(next).not.toBe(exportId);
    expect(await em.fork().count(AccountExportPart, { exportId })).toBe(0);
    expect(await settle(exportId)).toMatchObject({ open: false, over: true, did: [] });
    expect(await waitOf(exportId)).toBeNull();
    await moveClock(ownerUrl, 0);
  });

  test("is deleted by its actor when it expires, with all its parts", async () => {
    const { userId } = await buildCoach(em);
    const exportId = await writtenExport(em, userId);
    expect(await settle(exportId)).toMatchObject({ open: true, dueReason: "EXPIRY", did: [] });
    await moveClock(ownerUrl, DAY + 60);
    expect(await settle(exportId)).toMatchObject({ open: false, over: true, did: ["REMOVED"] });
    expect(await em.fork().count(AccountExport, { id: exportId })).toBe(0);
    expect(await em.fork().count(AccountExportPart, { exportId })).toBe(0);
    expect(await waitOf(exportId)).toBeNull();
  });

  test("of a person who requests deletion is deleted at the next settlement, partly or completely written", async () => {
    const { clientUserId: userId, ...scope } = await buildScope(em);
    await logMuch(em, { ...scope, clientUserId: userId }, SLICE_FACTS);
    const exportId = await requestedExport(em, userId);
    expect(await settle(exportId)).toMatchObject({ more: true });
    await transact(em, (tx) =>
      requestAccountDeletion(tx, { userId, requestId: "test" }, hooks.sessions),
    );
    expect(await settle(exportId)).toMatchObject({ over: true, did: ["REMOVED"] });
    expect(await em.fork().count(AccountExportPart, { exportId })).toBe(0);
  });

  test("is found by nobody else", async () => {
    const [mine, another] = [await buildCoach(em), await buildCoach(em)];
    const exportId = await writtenExport(em, mine.userId);
    await expect(getExport(em.fork(), another.userId, exportId)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await transact(em, (tx) => forgetExport(tx, another.userId));
    expect(await getExport(em.fork(), mine.userId, exportId)).toMatchObject({ id: exportId });
    const exports = await transact(em, (tx) =>
      askExport(tx, { userId: another.userId, requestId: "test" }),
    );
    expect(exports.id).not.toBe(exportId);
  });
});
