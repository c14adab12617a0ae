import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { pruneRecords } from "../../activities/privacy/prune-records.ts";
import { settleAccountDeletion } from "../../activities/privacy/settle-account-deletion.ts";
import { claimIdempotencyKey, saveAnswer } from "../../db/platform/claim-idempotency-key.ts";
import { eraseAnswersAbout } from "../../db/platform/forget-answers.ts";
import { newId } from "../../db/platform/new-id.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { retention } from "../../workers/retention.ts";
import { erasureDeps } from "../factories/privacy/erasure-deps.ts";
import { explainStatement, wasteOf } from "../factories/db/explain.ts";
import { buildCoach, buildInvitation } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { DAY } from "../factories/privacy/prunable.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl, superuserUrl } = await useOrm(await useOwnDatabase());
const superuser = new Client({ connectionString: superuserUrl });
await superuser.connect();
afterAll(async () => {
  await moveClock(ownerUrl, 0);
  await superuser.end();
});

const ROUTE = "/api/v1/somewhere";
const scopeOf = (key: string) => ({ caller: "a-coach", method: "POST", route: ROUTE, key });

const GONE = { fingerprint: "fingerprint", status: 201, answer: null };

describe("a stored answer about a person who is erased", () => {
  test("is deleted whichever of their ids it names, also if it is about several people; key and fingerprint stay", async () => {
    const [gone, stays] = [await buildScope(em), await buildScope(em)];
    const { rows } = await superuser.query<{ id: string }>(
      `select i.id from onboarding_instance i where i.relationship_id = $1
       union select r.invitation_id from relationship r where r.id = $1`,
      [gone.relationshipId],
    );
    const ids = [
      gone.clientUserId,
      gone.relationshipId,
      gone.deviceId,
      ...rows.map(({ id }) => id),
    ];
    expect(ids).toHaveLength(5);
    const theirs = await Promise.all(ids.map((id) => answer([stays.relationshipId, id])));
    const others = await Promise.all([[stays.relationshipId], []].map((about) => answer(about)));
    await superuser.query(
      `update app_user set status = 'PENDING_DELETION', deletion_requested_at = clock_now() - interval '15 days'
        where id = $1`,
      [gone.clientUserId],
    );
    while ((await settleAccountDeletion(erasureDeps(em), { userId: gone.clientUserId })).open);
    expect(await Promise.all(theirs.map(replay))).toEqual(theirs.map(() => GONE));
    expect(await Promise.all(others.map(replay))).toMatchObject([
      { answer: '"words"' },
      { answer: '"words"' },
    ]);
  });

  test("is found by an index, slice by slice, however many there are", async () => {
    const relationshipId = newId();
    await superuser.query(
      `insert into idempotency_key (caller, method, route, key, fingerprint, status, answer, about, created_at)
       select 'somebody', 'PUT', '/x', n::text, 'f', 200, '{}',
              case when n % 2 = 0 then '{}' else array[case when n % 1000 = 1 then $1::uuid else gen_random_uuid() end] end,
              clock_now()
         from generate_series(1, 20000) n`,
      [relationshipId],
    );
    await superuser.query("vacuum analyze idempotency_key");
    const erase = (limit: number) =>
      transact(em, (tx) => eraseAnswersAbout(tx, [newId(), relationshipId], limit));
    const { sent } = await recordStatements(() => erase(12));
    const updates = sent.filter(({ text }) => text.startsWith("update"));
    expect(updates).toHaveLength(2);
    for (const statement of updates) {
      const plan = await explainStatement(superuser, statement);
      expect(JSON.stringify(plan)).toContain("idempotency_key_about_idx");
      expect(wasteOf(plan)).toEqual([]);
    }
    expect(await erase(12)).toBe(8);
    expect(await erase(12)).toBe(0);
  });

  test("stored before answers named people counts as about every id in it or in its request", async () => {
    const [inRoute, inAnswer] = [newId(), newId()];
    await superuser.query(
      `insert into idempotency_key (caller, method, route, key, fingerprint, status, answer, about, created_at)
       values ('old', 'POST', $1, '1', 'f', 200, $2, '{}', clock_now()),
              ('old', 'POST', '/plans', '2', 'f', 200, '{}', '{}', clock_now())`,
      [`/relationships/${inRoute}/pause`, JSON.stringify({ relationshipId: inAnswer, n: 1 })],
    );
    const file = "../../db/migrations/0052-answers-stored-before.sql";
    await superuser.query(readFileSync(new URL(file, import.meta.url), "utf8"));
    const { rows } = await superuser.query<{ about: string[] }>(
      "select about::text[] from idempotency_key where caller = 'old' order by key",
    );
    expect(rows.map(({ about }) => about.toSorted())).toEqual([[inRoute, inAnswer].toSorted(), []]);
  });
});

test("a stored answer of an older process, which names nobody, is deleted with each person whose id is in it or in its request", async () => {
  const [person, other] = [newId(), newId()];
  await superuser.query(
    `insert into idempotency_key (caller, method, route, key, fingerprint, status, answer, created_at)
     select 'a-coach', 'POST', $1, key, 'fingerprint', 201, answer, clock_now() from (values
       ('in-answer', jsonb_build_object('clientId', $2::text)::text), ('of-other', '{"clientId":"${other}"}'),
       ('of-nobody', '{"words":"00000000-0000-0000-0000-000000000000"}')) as old (key, answer)`,
    [ROUTE, person.toUpperCase()],
  );
  const inRoute = { ...scopeOf("in-route"), route: `/relationships/${person}/pause` };
  await superuser.query(
    `insert into idempotency_key (caller, method, route, key, fingerprint, status, answer, created_at)
     values ($1, $2, $3, $4, 'fingerprint', 201, '"words"', clock_now())`,
    [inRoute.caller, inRoute.method, inRoute.route, inRoute.key],
  );
  const erase = () => transact(em, (tx) => eraseAnswersAbout(tx, [person], 3));
  // Four are read in two slices; the second one erases as well.
  expect([await erase(), await erase(), await erase()]).toEqual([3, 2, 0]);
  expect(await replay("in-answer")).toEqual(GONE);
  const asked = await transact(em, (tx) => claimIdempotencyKey(tx, inRoute, "fingerprint"));
  expect(asked).toEqual(GONE);
  expect(await replay("of-other")).toMatchObject({ answer: `{"clientId":"${other}"}` });
  expect(await replay("of-nobody")).toMatchObject({ answer: expect.stringContaining("words") });
  await transact(em, (tx) => eraseAnswersAbout(tx, [other], 3));
  expect(await replay("of-other")).toEqual(GONE);
});

test("two concurrent erasures whose people share answers wait for each other and delete every answer", async () => {
  const [one, two] = [newId(), newId()];
  const shared = await Promise.all(
    Array.from({ length: 24 }, (_, n) => answer(n % 2 === 0 ? [one, two] : [two, one])),
  );
  const erase = (id: string) => transact(em, (tx) => eraseAnswersAbout(tx, [id], 100));
  const counts = await Promise.all([erase(one), erase(two)]);
  expect(counts[0] + counts[1]).toBe(shared.length);
  expect(await Promise.all(shared.map(replay))).toEqual(shared.map(() => GONE));
});

test("an answer about an invitation is deleted with its contact, 30 days after the invitation's end, and not sooner", async () => {
  const { invitation } = await buildInvitation(em, await buildCoach(em));
  const key = await answer([invitation.id], '{"contact":"a***@example.com"}');
  await superuser.query(
    "update invitation set status = 'REVOKED', revoked_at = clock_now() where id = $1",
    [invitation.id],
  );
  const prune = () => pruneRecords({ em, retention }, { records: "INVITATION_CONTACTS" });
  await moveClock(ownerUrl, 30 * DAY - 60);
  await prune();
  expect(await replay(key)).toMatchObject({ answer: '{"contact":"a***@example.com"}' });
  await moveClock(ownerUrl, 30 * DAY + 60);
  await prune();
  expect(await replay(key)).toEqual(GONE);
});

/** A stored answer of a coach about these people; returns its key. */
async function answer(about: readonly string[], text = '"words"'): Promise<string> {
  const key = newId();
  await transact(em, async (tx) => {
    await claimIdempotencyKey(tx, scopeOf(key), "fingerprint");
    await saveAnswer(tx, scopeOf(key), { status: 201, answer: text, about });
  });
  return key;
}

function replay(key: string) {
  return transact(em, (tx) => claimIdempotencyKey(tx, scopeOf(key), "fingerprint"));
}
