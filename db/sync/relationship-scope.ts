import { defineEntity, p } from "@mikro-orm/postgresql";
import { Relationship } from "../relationships/relationship.ts";

const RelationshipScopeSchema = defineEntity({
  name: "RelationshipScope",
  properties: {
    relationshipId: () =>
      p.manyToOne(Relationship).mapToPk().primary().updateRule("no action").deleteRule("no action"),
    seq: p.bigint("number").defaultRaw("0"),
    epoch: p.uuid(),
    restoredAt: p.datetime().strictNullable(),
  },
});

/**
 * The row that every transaction that writes for a relationship locks first (docs/rooms/storage.md#one-writer).
 * - `seq` counts its changes.
 * - `epoch` is drawn again after a restore from a backup, so that devices notice.
 * - `restoredAt` is when that happened.
 */
export class RelationshipScope extends RelationshipScopeSchema.class {}

RelationshipScopeSchema.setClass(RelationshipScope);
