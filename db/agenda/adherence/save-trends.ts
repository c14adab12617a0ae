import type { AdherenceBucket } from "../../../contract/agenda/adherence/vocabulary.ts";
import type { KeptTrend } from "../../../rules/agenda/adherence-trend.ts";
import { records } from "../../platform/statements/records.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Stores the trends of relationships, each named once. One statement; the caller has locked their scopes. */
export async function saveTrends(tx: Tx, trends: readonly JudgedTrend[]): Promise<void> {
  if (trends.length === 0) return;
  const names = COLUMNS.map(([name]) => name);
  await tables(tx)
    .insertInto("progressTrend")
    .columns(names)
    .expression((query) =>
      query
        .selectFrom(records(trends, COLUMNS).as("trend"))
        .select(names.map((name) => `trend.${name}` as const))
        .orderBy("trend.relationshipId"),
    )
    .onConflict((conflict) =>
      conflict.column("relationshipId").doUpdateSet(({ ref }) => ({
        bucket: ref("excluded.bucket"),
        fellAt: ref("excluded.fellAt"),
        toldAt: ref("excluded.toldAt"),
        judgedAt: ref("excluded.judgedAt"),
      })),
    )
    .execute();
}

/** The trend of a relationship at the close of a day. */
export interface JudgedTrend extends KeptTrend {
  readonly relationshipId: string;
  readonly bucket: AdherenceBucket;
  readonly judgedAt: Date;
}

const COLUMNS = [
  ["relationshipId", "uuid"],
  ["bucket", "text"],
  ["fellAt", "timestamptz"],
  ["toldAt", "timestamptz"],
  ["judgedAt", "timestamptz"],
] as const;
