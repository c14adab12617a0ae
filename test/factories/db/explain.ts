import type { Client } from "pg";
import { z } from "zod";
import type { SentStatement } from "../../harness/record-statements.ts";

/** A node of a plan, limited to the fields that tests read. */
export interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string | undefined;
  readonly "Index Name"?: string | undefined;
  /** Condition of the index search; missing if the whole index is read. */
  readonly "Index Cond"?: string | undefined;
  /** Zero in a plan that did not run, like the loops. */
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number | undefined;
  readonly Plans?: readonly Plan[] | undefined;
}

const planSchema: z.ZodType<Plan> = z.lazy(() =>
  z.looseObject({
    "Node Type": z.string(),
    "Relation Name": z.string().optional(),
    "Index Name": z.string().optional(),
    "Index Cond": z.string().optional(),
    "Actual Rows": z.number().default(0),
    "Actual Loops": z.number().default(0),
    "Rows Removed by Filter": z.number().optional(),
    Plans: z.array(planSchema).optional(),
  }),
);
const plannedSchema = z.tuple([z.looseObject({ Plan: planSchema })]);

/** Runs a statement again with EXPLAIN ANALYZE and returns its plan; its writes are rolled back. */
export async function explainStatement(
  superuser: Client,
  { text, values }: SentStatement,
): Promise<Plan> {
  await superuser.query("begin");
  try {
    const { rows } = await superuser.query<{ "QUERY PLAN": unknown }>(
      `explain (analyze, format json) ${text}`,
      [...values],
    );
    return planOf(rows);
  } finally {
    await superuser.query("rollback");
  }
}

/** The generic plan of a statement, whatever its values; it does not run. */
export async function explainGeneric(superuser: Client, { text }: SentStatement): Promise<Plan> {
  const { rows } = await superuser.query<{ "QUERY PLAN": unknown }>(
    `explain (generic_plan, format json) ${text}`,
  );
  return planOf(rows);
}

/** The plan in the JSON output of EXPLAIN. */
function planOf(explained: readonly { readonly "QUERY PLAN": unknown }[]): Plan {
  const [{ Plan: plan }] = plannedSchema.parse(explained[0]?.["QUERY PLAN"]);
  return plan;
}

/** All nodes of a plan. */
export function nodesOf(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Parts of a plan that read a whole table or index. */
export function wholesOf(plan: Plan): readonly string[] {
  return nodesOf(plan).flatMap((node) => {
    const searched = node["Index Name"] ?? node["Relation Name"];
    const reads = /^(?:Seq|Index(?: Only)?|Bitmap Index) Scan/.test(node["Node Type"]);
    const isWhole = reads && node["Index Cond"] === undefined;
    return searched !== undefined && isWhole ? [`${node["Node Type"]} ${searched}`] : [];
  });
}

/** Reads and writes of a statement that scanned whole tables, or filtered out rows they had read. */
export function wasteOf(plan: Plan): readonly string[] {
  return nodesOf(plan).flatMap((node) => {
    const table = node["Relation Name"];
    const seen =
      (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
    const scans = node["Node Type"] === "Seq Scan" && seen > 50;
    return table !== undefined && (scans || seen > 1_000)
      ? [`${node["Node Type"]} ${table} ${seen}`]
      : [];
  });
}

/** Whether a statement reads or writes rows, and is not BEGIN or a settings statement. */
export const isStatement = ({ text }: SentStatement) =>
  /^(?:select|with|insert|update)/i.test(text);
