import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { CONFLICT_STATUSES } from "../../../contract/workouts/session-vocabulary.ts";
import { listConflicts } from "../../../db/workouts/conflicts/queries.ts";
import { explainStatement, isStatement, nodesOf, wasteOf } from "../../factories/db/explain.ts";
import { type BuiltScope, admissionDeps, buildScope } from "../../factories/sync/sync.ts";
import { refusedDraft } from "../../factories/workouts/workout-conflicts.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { recordStatements } from "../../harness/record-statements.ts";
import { useOrm } from "../../harness/use-orm.ts";

const OTHERS = 10_000;
const OWN_RESOLVED = 400;
/** More than two conflicts are compared with, and far fewer than all of the client's. */
const WORKOUTS = 20;

const { em, superuserUrl } = await useOrm(await useOwnDatabase());
const superuser = new Client({ connectionString: superuserUrl });
let scope: BuiltScope;

beforeAll(async () => {
  await superuser.connect();
  scope = await buildScope(em);
  for (let count = 0; count < 3; count += 1)
    await refusedDraft({ em, deps: admissionDeps(em) }, scope);
  await multiplyConflicts();
});
afterAll(() => superuser.end());

test.each([null, ...CONFLICT_STATUSES])(
  `among ${OTHERS} conflicts of others, a page (%s) reads the client's own by an index, and explains only its rows`,
  async (status) => {
    const { relationshipId } = scope;
    const page = { relationshipId, status, afterId: null, limit: 2 };
    const { result, sent } = await recordStatements(() => listConflicts(em.fork(), page));
    expect(result).toHaveLength(2);
    const [statement, ...others] = sent.filter(isStatement);
    if (statement === undefined) throw new Error("Nothing was sent");
    expect(others).toEqual([]);
    const plan = await explainStatement(superuser, statement);
    expect(wasteOf(plan)).toEqual([]);
    // A compared workout is a large document: it is read for the page alone, with what its day offers now.
    const snapshots = nodesOf(plan).filter((node) => node["Relation Name"] === "workout_snapshot");
    for (const node of snapshots)
      expect(node["Actual Rows"] * node["Actual Loops"]).toBeLessThan(WORKOUTS);
  },
);

/** Conflicts of other clients, open and resolved, and many resolved ones of this client. */
async function multiplyConflicts(): Promise<void> {
  const idOf = (kind: string) => `md5('${kind}' || n)::uuid`;
  const copies = (from: number, count: number, changes: string) => `
    insert into workout_conflict select made.*
    from (select * from workout_conflict limit 1) as one,
      generate_series(${from}, ${from + count - 1}) as n,
      lateral jsonb_populate_record(null::workout_conflict, to_jsonb(one) || jsonb_build_object(
        'id', ${idOf("conflict")}, 'client_session_id', ${idOf("session")}, ${changes})) as made`;
  const others = `'relationship_id', ${idOf("relationship")}`;
  const resolved = "'resolved_at', now(), 'resolution', 'REFRESH', 'content', null";
  // Foreign keys of the copies point nowhere, which does not affect query plans.
  await superuser.query("set session_replication_role = replica");
  await superuser.query(copies(0, OTHERS / 2, others));
  await superuser.query(copies(OTHERS / 2, OTHERS / 2, `${others}, ${resolved}`));
  await superuser.query(copies(OTHERS, OWN_RESOLVED, resolved));
  await superuser.query("set session_replication_role = origin");
  await superuser.query("vacuum analyze");
}
