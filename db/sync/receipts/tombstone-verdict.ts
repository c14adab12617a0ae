import { defineEntity, p } from "@mikro-orm/postgresql";
import type { FinalStatus } from "../../../contract/sync/vocabulary.ts";

const TombstoneVerdictSchema = defineEntity({
  name: "TombstoneVerdict",
  properties: {
    id: p.smallint().primary().autoincrement(false),
    status: p.text().$type<FinalStatus>(),
    code: p.text(),
    replaced: p.boolean().default(false),
  },
  uniques: [
    {
      name: "tombstone_verdict_status_code_replaced_unique",
      properties: ["status", "code", "replaced"],
    },
  ],
});

/**
 * A verdict that tombstones name by number: status and narrower code, of accepted ones the status again,
 * and whether another operation was accepted in its place.
 */
export class TombstoneVerdict extends TombstoneVerdictSchema.class {}

TombstoneVerdictSchema.setClass(TombstoneVerdict);
