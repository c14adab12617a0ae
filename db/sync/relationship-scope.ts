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
 * The row that every act locks first that writes for a relationship (docs/rooms/storage.md#one-writer). `seq` counts
 * its changes. `epoch` separates a restored database from its past, and `restoredAt` is when it was drawn after a
 * restore.
 */
export class RelationshipScope extends RelationshipScopeSchema.class {}

RelationshipScopeSchema.setClass(RelationshipScope);
