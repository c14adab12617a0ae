import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { pino } from "pino";
import * as z from "zod";
import { decideDigests } from "../../activities/inbox/upkeep/decide-digests.ts";
import { ACTIVE_STATUSES } from "../../contract/inbox/vocabulary.ts";
import { listInbox } from "../../db/inbox/queries.ts";
import { openDatabase } from "../../db/open-database.ts";
import { coachWrites, scanSources } from "../factories/inbox/canary-coach.ts";
import { clientWrites, FORM_TITLE, type Word, WORDS } from "../factories/inbox/canary-texts.ts";
import { HEALTH_WORDS } from "../factories/notifications/health-words.ts";
import { startNotificationRelay } from "../factories/notifications/notification-relay.ts";
import { buildPhone } from "../factories/notifications/push-tokens.ts";
import { setClock } from "../factories/set-clock.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import { unpackedTexts } from "../factories/sync/receipts/stored-receipts.ts";
import { admissionDeps, buildScope } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 6, applicationName: "canary words" });
const { em } = database;
const lines: string[] = [];
const log = pino({ level: "trace" }, { write: (line: string) => lines.push(line) });
const admission = { ...admissionDeps(em), log };
const settlement = { ...settlementDeps(em), log };

/** The parts of a push that a locked screen shows. */
const Shown = z.object({ title: z.string(), body: z.string() });

await setClock(ownerUrl, "2027-03-10T10:00:00Z");
const scope = await buildScope(em);
const relay = await startNotificationRelay(database);
await buildPhone(em, { userId: scope.coachUserId, surface: "COACH_MOBILE" });
afterAll(async () => {
  await relay.close();
  await database.close();
});

const settle = () => settleAll(settlement, { deviceId: scope.deviceId });

/** The places meant for each word. Events, waiting actors and notifications have rows in other tables. */
const PLACES: Readonly<Record<Word, readonly string[]>> = {
  skipNote: ["quick_log_operation", "sync_request"],
  photoNote: ["quick_log_operation", "sync_request"],
  measurementNote: ["quick_log_operation", "sync_request"],
  sessionNote: ["sync_request", "workout_session"],
  exerciseNote: ["sync_request", "workout_session"],
  exerciseSkip: ["sync_request", "workout_session"],
  correction: ["sync_request"],
  answer: ["form_submission"],
  goal: ["client_profile"],
  resolution: ["coach_task"],
  dismissal: ["coach_task"],
  review: ["coach_task"],
  snooze: ["coach_task"],
  queued: ["coach_task", "sync_request"],
};

test("A word of each free text is stored only where it was written, in no event, actor, notification, push, mail or log; pushes and mails contain no word of health", async () => {
  const ground = { em, scope, admission, settle };
  await clientWrites(ground, "Ana");
  await scanSources(ground);
  await relay.drain();
  const page = {
    workspaceId: scope.workspaceId,
    sort: "PRIORITY",
    limit: 50,
    after: null,
  } as const;
  const rows = await listInbox(em.fork(), { ...page, statuses: ACTIVE_STATUSES });
  expect(rows.filter(({ facts }) => facts?.kind === "FORM")).toMatchObject([
    { facts: { title: FORM_TITLE } },
  ]);
  await coachWrites(ground);
  await scanSources(ground);
  await decideDigests(em, { after: null });
  await relay.drain();
  const places = await Promise.all(
    Object.entries(WORDS).map(async ([name, word]) => [name, await placesOf(word)] as const),
  );
  expect(Object.fromEntries(places)).toEqual(PLACES);
  expect(await placesOf(FORM_TITLE)).toEqual(["form_definition", "form_version"]);
  const sent = JSON.stringify([relay.fcm.requests, relay.apns.requests, relay.letters]);
  expect(sent.length).toBeGreaterThan(100);
  expect(relay.letters.length).toBeGreaterThan(0);
  const read = [
    ...relay.messages().flatMap(({ notification }) => Object.values(Shown.parse(notification))),
    ...relay.letters.flatMap(({ subject, text }) => [subject, text]),
  ];
  expect(read.filter((text) => HEALTH_WORDS.test(text))).toEqual([]);
  const left = [sent, ...lines].filter((text) =>
    [...Object.values(WORDS), FORM_TITLE].some((word) => text.includes(word)),
  );
  expect(left).toEqual([]);
});

/** The places where a word is stored: tables, and packed values in them. */
async function placesOf(word: string): Promise<readonly string[]> {
  const run = <Row extends object>(query: ReturnType<typeof sql<Row>>) =>
    query.execute(em.fork().getKysely());
  const { rows } = await run(sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`);
  const found: string[] = [];
  for (const { name } of rows) {
    const row = sql.table(name);
    const { rows: asked } = await run(sql<{ there: boolean }>`
      select exists (select from ${row} where strpos(${row}::text, ${word}) > 0) as there`);
    if (asked[0]?.there === true) found.push(name);
  }
  for (const packed of await unpackedTexts(em))
    if (packed.text.includes(word)) found.push(packed.table);
  return [...new Set(found)].toSorted();
}
