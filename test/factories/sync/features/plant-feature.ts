import { sql } from "kysely";
import { Client } from "pg";
import { z } from "zod";
import { readBy } from "./read-by.ts";
import type {
  OperationFeature,
  WorkingCopy,
} from "../../../../activities/sync/operation-feature.ts";
import { idSchema } from "../../../../contract/wire.ts";
import type { QueryExecutor } from "../../../../db/platform/pipeline/pipeline.ts";
import { newId } from "../../../../db/platform/new-id.ts";
import { refuse, type Decision } from "../../../../rules/sync/decision.ts";

const plantSchema = z.strictObject({
  localId: z.string().max(100),
  /** The plant onto which it is grafted. */
  ontoId: idSchema.optional(),
  outcome: z.enum(["refused", "crashes", "crashes once", "is not written"]).optional(),
});
type Plant = z.output<typeof plantSchema>;

/** Operation type of {@link plantFeature}. */
export const PLANT = "test.plant";

/** Creates the table of plants. */
export async function createPlantTable(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`create table test_plant (
      id uuid primary key, relationship_id uuid not null, local_id text not null,
      onto_id uuid references test_plant (id), outcome text check (outcome <> 'is not written'),
      unique (relationship_id, local_id))`);
    await client.query("grant select, insert on test_plant to sideline_app");
  } finally {
    await client.end();
  }
}

interface PlantRow {
  readonly id: string;
  readonly localId: string;
  readonly ontoId: string | null;
  readonly outcome: string | null;
}

/** A test feature whose operations create records, and name records of other operations. */
export function plantFeature(operationType: string = PLANT): OperationFeature<Plant> {
  const crashed = new Set<string>();
  const type = {
    principals: ["CLIENT", "COACH"],
    requiresRevision: false,
    references: { ontoId: "quick_log_value_entry" },
    versions: new Map([[1, readBy(plantSchema)]]),
  } as const;
  return {
    operationTypes: new Map([[operationType, type]]),
    load: (relationshipId, operations) => async (executor) => {
      const named = operations.flatMap(({ intent }) => intent.ontoId ?? []);
      const { rows } = await sql<{ id: string }>`
        select id from test_plant
        where id = any(${named}::uuid[]) and relationship_id = ${relationshipId}
      `.execute(executor);
      const existing = rows.map(({ id }) => id);
      return { copy: () => async () => plantCopy(relationshipId, { existing, crashed }) };
    },
  };
}

/** The existing plants, and those of the batch. */
function plantCopy(
  relationshipId: string,
  before: { readonly existing: readonly string[]; readonly crashed: Set<string> },
): WorkingCopy<Plant> {
  const { crashed } = before;
  const existing = new Set(before.existing);
  const planted: PlantRow[] = [];
  return {
    decide: ({ intent: { localId, ontoId, outcome } }) => {
      const isFirst = !crashed.has(localId);
      crashed.add(localId);
      if (outcome === "crashes" || (outcome === "crashes once" && isFirst))
        throw new TypeError("A plant broke");
      if (outcome === "refused") return refuse("NOTHING_TO_COMPLETE");
      if (ontoId !== undefined && !existing.has(ontoId)) return refuse("TASK_UNKNOWN");
      const id = newId();
      existing.add(id);
      planted.push({ id, localId, ontoId: ontoId ?? null, outcome: outcome ?? null });
      return planting(id, localId);
    },
    writes: () => ({
      statements: [(executor) => insertPlants(executor, relationshipId, planted)],
      changes: {},
      events: [],
    }),
  };
}

async function insertPlants(
  executor: QueryExecutor,
  relationshipId: string,
  rows: readonly PlantRow[],
) {
  await sql`
    insert into test_plant (id, relationship_id, local_id, onto_id, outcome)
    select id, ${relationshipId}::uuid, "localId", "ontoId", outcome
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id uuid, "localId" text, "ontoId" uuid, outcome text)
  `.execute(executor);
}

function planting(canonicalId: string, localId: string): Decision {
  return {
    accepted: true,
    revision: 1,
    canonicalRecordId: canonicalId,
    canonicalIds: [{ localId, canonicalId, entityType: "quick_log_value_entry" }],
    refetch: [],
  };
}
