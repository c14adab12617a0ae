import { expect, test } from "@jest/globals";
import { Client } from "pg";
import { useOwnDatabase } from "../../harness/database.ts";
import { readCatalogue } from "./catalogue.ts";
import { CHECKS } from "./checks/all.ts";
import { DELETED_PARENTS, deletionsOf } from "./deleted-parents.ts";
import { findUnlined } from "./find-unlined.ts";
import { FOREIGN_KEYS } from "./foreign-keys.ts";
import { isExported, namedTest, type Proof, type Reason } from "./lines.ts";
import { UNIQUE_KEYS } from "./unique-keys/all.ts";

const { ownerUrl } = await useOwnDatabase();
const MOST_REASONS = 10;

test("Each constraint of the database has its line, and each line its constraint", async () => {
  expect(findUnlined(await readCatalogue(ownerUrl))).toEqual([]);
});

test("Foreign keys are listed under the table that they reference", async () => {
  const keys = (await readCatalogue(ownerUrl)).filter(({ parent }) => parent !== null);
  const byParent = Map.groupBy(keys, ({ parent }) => parent ?? "");
  const found = [...byParent].map(([parent, of]) => [
    parent,
    of.map(({ name }) => name).toSorted(),
  ]);
  expect(FOREIGN_KEYS).toEqual(Object.fromEntries(found));
});

test("No statement deletes a referenced row, except from tables with a line", () => {
  const deleted = Object.keys(FOREIGN_KEYS).filter((parent) => deletionsOf(parent).length > 0);
  expect(deleted.toSorted()).toEqual(Object.keys(DELETED_PARENTS).toSorted());
});

test("The test named by each line exists, and at most ten constraints have a reason instead", () => {
  const lines: readonly { readonly of: readonly string[]; readonly proof: Proof | Reason }[] = [
    ...UNIQUE_KEYS.map(({ keys: of, proof }) => ({ of, proof })),
    ...CHECKS.map(({ checks: of, proof }) => ({ of, proof })),
    ...Object.entries(DELETED_PARENTS).map(([parent, { proof }]) => ({ of: [parent], proof })),
  ];
  const missing = lines.filter(({ proof }) => "file" in proof && !namedTest(proof));
  expect(missing).toEqual([]);
  const reasons = lines.flatMap(({ of, proof }) => ("reason" in proof ? of : []));
  expect(reasons.length).toBeLessThanOrEqual(MOST_REASONS);
});

test("The code that computes the values of each CHECK exists", () => {
  expect(CHECKS.filter(({ values }) => !isExported(values))).toEqual([]);
});

test("A constraint without a line is reported by name, and so is a word that the contract lacks", async () => {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`
      begin;
      alter table plan add constraint planted_check check (created_at > '2000-01-01');
      alter table plan add constraint planted_key unique (id, workspace_id);
      alter table plan add constraint planted_fkey foreign key (id) references relationship (id) not valid;
      create unique index planted_index on plan (id) where kind = 'PROGRAM';
      alter table plan drop constraint plan_kind_check;
      alter table plan add constraint plan_kind_check check (kind in ('PROGRAM', 'PLANTED'));
      commit`);
  } finally {
    await client.end();
  }
  expect(findUnlined(await readCatalogue(ownerUrl))).toEqual([
    "plan_kind_check.kind lists other words",
    "planted_check has no line",
    "planted_fkey has no line",
    "planted_index has no line",
    "planted_key has no line",
  ]);
});
