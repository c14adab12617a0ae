import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { recordClaimsFailure } from "../../activities/providers/record-claims-failure.ts";
import { pruneRecords } from "../../activities/privacy/prune-records.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { newId } from "../../db/platform/new-id.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { retention } from "../../workers/retention.ts";
import { housePaths, textOf } from "../docs/house-files.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { DAY } from "../factories/privacy/prunable.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";
import { useClient } from "../harness/use-client.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const owner = await useClient(ownerUrl);

const MIGRATION = new URL("../../db/migrations/0047-ids-that-age.sql", import.meta.url);

const linesLeft = () => em.fork().count(AuthAuditEvent, { eventType: "CLAIMS_REFUSED" });
const prune = () => pruneRecords({ em, retention }, { records: "AUTH_AUDIT" });

describe("a table whose old rows are found by their ids", () => {
  test("accepts only UUIDv7: every statement that selects by age has its CHECK", async () => {
    const sources = [...housePaths]
      .filter((path) => /^db\/.*\.ts$/.test(path))
      .flatMap((path) => agedBy(textOf(path)));
    expect(sources).toHaveLength(5);
    expect(sources.toSorted()).toEqual(await checkedColumns());
  });

  test("is reported if a statement uses one without that CHECK (planted)", () => {
    const planted = `tables(tx).selectFrom("purgeOrder as o").where("o.id", "<", idMadeBefore(9))`;
    expect(agedBy(planted)).toEqual(["purge_order.id"]);
  });

  test("refuses an id of another version", async () => {
    const line = `insert into auth_audit_event (id, event_type, actor, metadata, created_at)
      values (gen_random_uuid(), 'X', 'x', '{}', clock_now())`;
    await expect(owner.query(line)).rejects.toMatchObject({ code: "23514" });
  });
});

describe("rows about refused claims in the auth audit", () => {
  test("of 15 sign-ins are deleted 31 days later, like all others", async () => {
    const signIns = Array.from({ length: 15 }, (_, index) => `identity:${index}`);
    await Promise.all([...signIns, ...signIns].map(refuseClaims));
    expect(await linesLeft()).toBe(15);
    await moveClock(ownerUrl, 31 * DAY);
    expect((await prune()).deletedCount).toBeGreaterThanOrEqual(15);
    expect(await linesLeft()).toBe(0);
    await moveClock(ownerUrl, 0);
  });

  test("are written once in a quarter of an hour by concurrent attempts, and again after it", async () => {
    const actor = newId();
    await moveClock(ownerUrl, DAY);
    await Promise.all([actor, actor, actor, actor].map(refuseClaims));
    expect(await em.fork().count(AuthAuditEvent, { actor })).toBe(1);
    await moveClock(ownerUrl, DAY + 901);
    await refuseClaims(actor);
    expect(await em.fork().count(AuthAuditEvent, { actor })).toBe(2);
    await moveClock(ownerUrl, 0);
  });

  // Ids that begin with "f" count as later than any instant; a random one may count as old.
  test("whose id has no time get an id of their instant, and are deleted on time", async () => {
    await moveClock(ownerUrl, 900 * DAY);
    while ((await prune()).full);
    await moveClock(ownerUrl, 0);
    await owner.query(`alter table auth_audit_event drop constraint auth_audit_event_id_check`);
    await owner.query(`insert into auth_audit_event (id, event_type, actor, metadata, created_at)
      select overlay(gen_random_uuid()::text placing 'f' from 1)::uuid, 'CLAIMS_REFUSED', 'x', '{}',
          clock_timestamp() - interval '1 day' * age
        from unnest(array[40, 20]) as written(age)`);
    expect((await prune()).deletedCount).toBe(0);
    const [rewriting = ""] = readFileSync(MIGRATION, "utf8").split("alter table notification ");
    await owner.query(rewriting);
    expect((await prune()).deletedCount).toBe(1);
    await moveClock(ownerUrl, 11 * DAY);
    expect((await prune()).deletedCount).toBe(1);
    await moveClock(ownerUrl, 0);
  });
});

function inSnakeCase(name: string) {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Columns by which this statement finds old rows, as `table.column`. */
function agedBy(text: string): readonly string[] {
  return [
    ...text.matchAll(/\.where\("(?:\w+\.)?(id|\w+Id)", "<", (?:idMadeBefore\(|before\))/g),
  ].map(({ index, 1: column = "" }) => {
    const from = [
      ...text.slice(0, index).matchAll(/(?:[sS]electFrom|deleteOldest)\(\s*"(\w+)/g),
    ].at(-1);
    return `${inSnakeCase(from?.[1] ?? "?")}.${inSnakeCase(column)}`;
  });
}

/** Columns whose CHECK accepts only a UUIDv7, as the catalogue has them. */
async function checkedColumns(): Promise<readonly string[]> {
  const { rows } = await owner.query<{ name: string }>(`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'c' and c.convalidated and c.connamespace = 'public'::regnamespace
      and pg_get_constraintdef(c.oid) like '%NOT (uuid_extract_version(%) IS DISTINCT FROM 7)%'`);
  return rows.map(({ name }) => name).toSorted();
}

/** A sign-in whose claims are refused. */
function refuseClaims(actor: string) {
  return transact(em, (tx) =>
    recordClaimsFailure(tx, {
      providerKey: "google",
      problems: [{ claim: "email", fault: "MISSING" }],
      actor,
      userId: null,
      requestId: "ids-that-age",
    }),
  );
}
