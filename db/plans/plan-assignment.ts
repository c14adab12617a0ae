import { defineEntity, p } from "@mikro-orm/postgresql";
import type { PlanAssignmentStatus } from "../../contract/plans/vocabulary.ts";
import { User } from "../accounts/user.ts";
import { Relationship } from "../relationships/relationship.ts";
import { Plan } from "./plan.ts";

const PlanAssignmentSchema = defineEntity({
  name: "PlanAssignment",
  properties: {
    id: p.uuid().primary(),
    planId: () => p.manyToOne(Plan).mapToPk(),
    planRevision: p.integer(),
    workspaceId: p.uuid(),
    relationshipId: () => p.manyToOne(Relationship).mapToPk(),
    startDate: p.date(),
    endDate: p.date().strictNullable(),
    status: p.text().$type<PlanAssignmentStatus>(),
    assignedByUserId: () => p.manyToOne(User).mapToPk(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  indexes: [{ name: "plan_assignment_relationship_id_idx", properties: ["relationshipId"] }],
  uniques: [
    {
      name: "plan_assignment_active_unique",
      properties: ["planId", "relationshipId"],
      where: "status = 'ACTIVE'",
    },
  ],
});

/** A plan given to a relationship. */
export class PlanAssignment extends PlanAssignmentSchema.class {}
PlanAssignmentSchema.setClass(PlanAssignment);
