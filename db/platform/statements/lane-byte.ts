import { sql } from "kysely";
import type { LaneShare } from "../../../rules/sync/lane-share.ts";

/** SQL of the byte of a relationship's id that assigns its rows to lanes, as indexes have it. */
export const laneByte = sql`get_byte(uuid_send(relationship_id), 15)`;

/** SQL of whether a row belongs to a lane. */
export function isOfShare({ first, last }: LaneShare) {
  return sql<boolean>`${laneByte} between ${first} and ${last}`;
}

/** Lanes as rows of a statement: number, first and last byte. */
export function numberedShares(shares: readonly LaneShare[]) {
  const rows = shares.map((share, lane) => ({ lane, ...share }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as named (lane int, first int, last int)`;
}
