import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { mailAccountNotice } from "../../activities/accounts/mail/mail-account-notice.ts";
import type { Message } from "../../activities/accounts/mail/mailer.ts";
import { listErased, markErased } from "../../activities/media/mark-erased.ts";
import { requestAccountDeletion } from "../../activities/privacy/request-account-deletion.ts";
import { cancelAccountDeletion } from "../../activities/privacy/cancel-account-deletion.ts";
import { eraseAgain } from "../../activities/privacy/erase-again.ts";
import { settleAccountDeletion } from "../../activities/privacy/settle-account-deletion.ts";
import { DELETION_GRACE_DAYS } from "../../contract/accounts/session-vocabulary.ts";
import { User } from "../../db/accounts/user.ts";
import { type Database, openDatabase } from "../../db/open-database.ts";
import { Actor } from "../../db/outbox/actor.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { deletionDueAt } from "../../rules/accounts/deletion-due-at.ts";
import { accountDeletionActorId, judgeDeletion } from "../../rules/privacy/judge-deletion.ts";
import { hooks } from "../../workers/hooks.ts";
import { emitRestored } from "../../workers/operator/emit-restored.ts";
import { erasureDeps, markedErased } from "../factories/privacy/erasure-deps.ts";
import { buildHistory } from "../factories/privacy/history-words.ts";
import { buildCoach } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { testMediaFiles } from "../factories/media/test-media-files.ts";
import { whereIs } from "../factories/db/where-is.ts";
import { newTestFolder } from "../harness/context.ts";
import { copyTestDatabase, useOwnDatabase, type TestDatabase } from "../harness/database.ts";

/** A word that the whole history of an erased person contains, and nothing else. */
const CANARY = "canary-in-a-backup";
const GRACE_SECONDS = DELETION_GRACE_DAYS * 86_400;
const GRACE_IS_OVER = GRACE_SECONDS + 60;

const living = await useOwnDatabase();
/** Copies into which a backup was restored, each independent. */
let copies: TestDatabase[];
let live: Database;
let restored: Database[];
/** People erased after the backup; the second had requested deletion before it. */
let gone: string;
let leaving: string;
/** A person who stays. */
let stays: string;
/** A person who had requested deletion before the backup, and cancelled it afterwards. */
let regrets: string;
/** A person who registered after the backup, and was erased too. */
let later: string;
/** A person who cancels at the last moment. */
let hesitates: string;

const folder = newTestFolder("marks");
const filesOf = ({ em }: Database) => testMediaFiles(em, folder);
const marks = (of: Database) => listErased(filesOf(of));
const change = (userId: string) => ({ userId, requestId: "erased-again" });

beforeAll(async () => {
  const before = open(living);
  const scope = await buildHistory(before.em, CANARY);
  gone = scope.clientUserId;
  leaving = (await buildScope(before.em)).clientUserId;
  stays = (await buildScope(before.em)).clientUserId;
  regrets = (await buildScope(before.em)).clientUserId;
  for (const userId of [leaving, regrets]) await askFor(before, userId);
  await before.close();
  copies = [];
  for (let count = 0; count < 3; count += 1) copies.push(await copyTestDatabase(living));
  live = open(living);
  restored = copies.map(open);
  later = (await buildCoach(live.em)).userId;
  hesitates = (await buildCoach(live.em)).userId;
  await callOff(live, regrets);
  for (const userId of [gone, later, hesitates]) await askFor(live, userId);
});
afterAll(async () => {
  for (const database of [live, ...restored]) await database.close();
});

describe("an erasure", () => {
  test("that is cancelled at the last moment leaves no mark and erases nothing", async () => {
    await moveClock(living.ownerUrl, GRACE_SECONDS - 60);
    const { settling } = await transact(live.em, async (tx) => {
      await cancelAccountDeletion(tx, change(hesitates));
      await moveClock(living.ownerUrl, GRACE_IS_OVER);
      const begun = settleAccountDeletion(depsOf(live), { userId: hesitates });
      await untilLocked();
      return { settling: begun };
    });
    expect(await settling).toMatchObject({ open: false, did: [] });
    expect(await isErased(live, hesitates)).toBe(false);
    expect(await markedErased(filesOf(live))).toEqual([]);
  });

  test("that is killed before its mark, or between its mark and its end, is completed later", async () => {
    const noMark = { ...depsOf(live), markErased: () => Promise.reject(new Error("killed")) };
    await expect(settleAccountDeletion(noMark, { userId: gone })).rejects.toThrow("killed");
    expect(await whereIs(live.em, CANARY)).not.toEqual([]);
    expect(await markedErased(filesOf(live))).toEqual([]);
    const dying = { deleted: () => Promise.reject(new Error("killed")) };
    const atEnd = depsOf(live, { ...hooks, accounts: [...hooks.accounts, dying] });
    const toItsEnd = async () => {
      while ((await settleAccountDeletion(atEnd, { userId: gone })).open);
    };
    await expect(toItsEnd()).rejects.toThrow("killed");
    expect(await isErased(live, gone)).toBe(false);
    expect(await markedErased(filesOf(live))).toEqual([gone]);
    // These people can no longer return: their marked deletion is due and cannot be cancelled.
    await expect(callOff(live, gone)).rejects.toMatchObject({ code: "USER_DELETED" });
    for (const userId of [gone, leaving, later]) await settleWhole(live, userId);
    expect(await whereIs(live.em, CANARY)).toEqual([]);
    const all = [gone, leaving, later].toSorted();
    expect(await markedErased(filesOf(live))).toEqual(all);
  });
});

describe("a database that was restored", () => {
  test("erases again people who were erased after the backup, at once, and nobody else", async () => {
    const copy = copyOf(0);
    const { em } = copy;
    expect(await whereIs(em, CANARY)).not.toEqual([]);
    const restore = () => emitRestored({ em, files: filesOf(copy) });
    expect(await restore()).toContain("\n2 people were restored by the backup");
    expect(await restore()).toContain("\n0 people were restored by the backup");
    const rows = await requestEvents(copy, gone);
    expect(rows.map(({ consumer }) => consumer).toSorted()).toEqual([
      "account-deletion-actor",
      "event-feed",
      "mail",
    ]);
    const { dueAt } = await em.fork().findOneOrFail(Actor, accountDeletionActorId(gone));
    expect(dueAt).toEqual(rows[0]?.occurredAt);
    // People who left long ago get no e-mail.
    expect(await emailsOf(copy, rows)).toEqual([]);
    await expect(callOff(copy, gone)).rejects.toMatchObject({ code: "USER_DELETED" });
    for (const userId of [gone, leaving, stays]) await settleWhole(copy, userId);
    expect(await whereIs(em, CANARY)).toEqual([]);
    expect(await isErased(copy, leaving)).toBe(true);
    expect(await em.fork().findOneOrFail(User, stays)).toMatchObject({
      status: "ACTIVE",
      deletedAt: null,
    });
  });

  test("gives people with a pending deletion a new grace period and an e-mail, once, even if it was due; and nobody else", async () => {
    const copy = copyOf(2);
    const { em } = copy;
    await moveClock(copy.ownerUrl, GRACE_IS_OVER);
    const requested = await requestEvents(copy, regrets);
    const restore = () => emitRestored({ em, files: filesOf(copy) });
    const again = `deletions can be canceled for another ${DELETION_GRACE_DAYS} days.`;
    expect(await restore()).toContain(`\n1 ${again}`);
    expect(await restore()).toContain(`\n0 ${again}`);
    const before = new Set(requested.map(({ id }) => id));
    const news = (await requestEvents(copy, regrets)).filter(({ id }) => !before.has(id));
    expect(news.map(({ consumer }) => consumer).toSorted()).toEqual([
      "account-deletion-actor",
      "event-feed",
      "mail",
    ]);
    expect(await emailsOf(copy, news.slice(0, 1))).toMatchObject([
      { subject: "Your account will be deleted" },
    ]);
    // The actor settles, and waits for the end of the new grace period; marked people are not waited for.
    for (const userId of [gone, leaving, stays]) await settleWhole(copy, userId);
    const agenda = await settleAccountDeletion(depsOf(copy), { userId: regrets });
    expect(agenda).toMatchObject({ open: true, did: [] });
    const actor = await em.fork().findOneOrFail(Actor, accountDeletionActorId(regrets));
    const from = news[0]?.occurredAt ?? new Date(0);
    expect(actor.dueAt).toEqual(deletionDueAt(from));
    expect(await Promise.all([gone, leaving, stays].map((id) => isErased(copy, id)))).toEqual([
      true,
      true,
      false,
    ]);
    expect(await callOff(copy, regrets)).toMatchObject({ status: "ACTIVE", deletedAt: null });
    await settleWhole(copy, regrets);
    expect(await isErased(copy, regrets)).toBe(false);
    expect(await markedErased(filesOf(copy))).not.toContain(regrets);
  });

  test("erases all people with a second command after the first was killed between two of them", async () => {
    const copy = copyOf(1);
    const { em } = copy;
    await expect(eraseAgain(em, firstOf(marks(live)))).rejects.toThrow("killed");
    const now = await clockNow(em.fork());
    const people = await em.fork().find(User, { id: [gone, leaving] });
    const due = people.filter((person) => judgeDeletion(person, now).kind === "DUE");
    expect(await eraseAgain(em, marks(live))).toBe(people.length - due.length);
    expect(await eraseAgain(em, marks(live))).toBe(0);
    for (const userId of [gone, leaving]) await settleWhole(copy, userId);
    expect(await whereIs(em, CANARY)).toEqual([]);
    expect(await isErased(copy, leaving)).toBe(true);
  });
});

/** The outbox rows of an account whose deletion was requested. */
async function requestEvents({ em }: Database, userId: string): Promise<readonly OutboxRow[]> {
  const where = { subjectId: userId, type: "AccountDeletionRequested" } as const;
  return await em.fork().find(OutboxRow, where);
}

/** The e-mails sent for such a row. */
async function emailsOf(
  { em }: Database,
  [row]: readonly OutboxRow[],
): Promise<readonly Message[]> {
  const sent: Message[] = [];
  const mailer = { send: async (message: Message) => void sent.push(message) };
  const news = { eventId: row?.eventId ?? "", subjectId: row?.subjectId ?? "" };
  const publicUrl = "https://api.example";
  await mailAccountNotice({ em, mailer, publicUrl }, "AccountDeletionRequested", news);
  return sent;
}

/** The first person, and then the end of the process. */
async function* firstOf(people: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const userId of people) {
    yield userId;
    throw new Error("killed");
  }
}

/** Waits until a session waits for a lock. */
async function untilLocked(): Promise<void> {
  const statement = `select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  for (let tries = 0; tries < 500; tries += 1) {
    const [row] = await live.em.fork().execute<{ waiting: number }[]>(statement);
    if (row !== undefined && row.waiting > 0) return;
    await sleep(10);
  }
  throw new Error("No session waits");
}

function open({ appUrl }: TestDatabase) {
  return openDatabase({ url: appUrl, poolSize: 4, applicationName: "erased-again" });
}

/** The dependencies with which a worker makes a deletion final; the marks are stored with the media. */
function depsOf(of: Database, givenHooks = hooks) {
  return {
    ...erasureDeps(of.em, givenHooks),
    markErased: (userId: string) => markErased(filesOf(of), userId),
  };
}

async function settleWhole(of: Database, userId: string): Promise<void> {
  while ((await settleAccountDeletion(depsOf(of), { userId })).open);
}

function askFor({ em }: Database, userId: string) {
  return transact(em, (tx) => requestAccountDeletion(tx, change(userId), hooks.sessions));
}

function callOff({ em }: Database, userId: string) {
  return transact(em, (tx) => cancelAccountDeletion(tx, change(userId)));
}

async function isErased({ em }: Database, userId: string) {
  return (await em.fork().findOneOrFail(User, userId)).deletedAt !== null;
}

function copyOf(index: number) {
  const [database, copy] = [restored[index], copies[index]];
  if (database === undefined || copy === undefined) throw new Error("There is no such copy");
  return { ...database, ownerUrl: copy.ownerUrl };
}
