import { defineEntity, p } from "@mikro-orm/postgresql";
import type { RelationshipPrincipal } from "../../contract/relationships/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import { Relationship } from "./relationship.ts";

const RelationshipEventSchema = defineEntity({
  name: "RelationshipEvent",
  properties: {
    id: p.uuid().primary(),
    relationshipId: () => p.manyToOne(Relationship).mapToPk(),
    fromStatus: p.text().$type<RelationshipStatus>(),
    toStatus: p.text().$type<RelationshipStatus>(),
    fromCoachUserId: p.uuid().strictNullable(),
    toCoachUserId: p.uuid().strictNullable(),
    reason: p.text().strictNullable(),
    actorUserId: p.uuid(),
    actorKind: p.text().$type<RelationshipPrincipal>(),
    occurredAt: p.datetime(),
  },
  indexes: [
    { name: "relationship_event_relationship_id_id_idx", properties: ["relationshipId", "id"] },
  ],
});

/**
 * Append-only: a relationship changed its status, or moved to another coach with an unchanged status; who did it, and
 * why.
 */
export class RelationshipEvent extends RelationshipEventSchema.class {}

RelationshipEventSchema.setClass(RelationshipEvent);
