import { defineEntity, p } from "@mikro-orm/postgresql";
import type { PlanKind } from "../../contract/plans/plan-definitions.ts";
import type { PlanAssignmentStatus } from "../../contract/plans/vocabulary.ts";
import type { PlanSpan } from "../../rules/plans/plan-dates.ts";
import { User } from "../accounts/user.ts";
import { Relationship } from "../relationships/relationship.ts";
import { Plan } from "./plan.ts";

const OPEN = "status in ('ACTIVE', 'PAUSED')";

const PlanAssignmentSchema = defineEntity({
  name: "PlanAssignment",
  properties: {
    id: p.uuid().primary(),
    planId: () => p.manyToOne(Plan).mapToPk(),
    planKind: p.text().$type<PlanKind>(),
    workspaceId: p.uuid(),
    relationshipId: () => p.manyToOne(Relationship).mapToPk(),
    /** The revision in force. */
    appliedRevision: p.integer(),
    followsNewer: p.boolean(),
    startDate: p.date(),
    endDate: p.date().strictNullable(),
    status: p.text().$type<PlanAssignmentStatus>(),
    supersededByAssignmentId: p.uuid().strictNullable(),
    spans: p.json<readonly PlanSpan[]>(),
    /** Its dates, as far as they are planned. */
    plannedDates: p.array().columnType("date[]"),
    plannedThrough: p.date(),
    /** How often applying a newer revision failed, and when it is retried. */
    spreadFailures: p.integer().default(0),
    spreadAt: p.datetime().strictNullable().default(null),
    /** The revision that was published without this client, who excepted them, and when; null otherwise. */
    exceptedRevision: p.integer().strictNullable().default(null),
    exceptedByUserId: p.uuid().strictNullable().default(null),
    exceptedAt: p.datetime().strictNullable().default(null),
    assignedByUserId: () => p.manyToOne(User).mapToPk(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  indexes: [
    { name: "plan_assignment_relationship_id_idx", properties: ["relationshipId"] },
    {
      name: "plan_assignment_following_idx",
      properties: ["planId", "appliedRevision", "id"],
      where: `follows_newer and ${OPEN}`,
    },
  ],
  uniques: [
    {
      name: "plan_assignment_active_unique",
      properties: ["planId", "relationshipId"],
      where: OPEN,
    },
    {
      name: "plan_assignment_program_unique",
      properties: ["relationshipId"],
      where: "plan_kind = 'PROGRAM' and status = 'ACTIVE'",
    },
  ],
});

/** A plan assigned to a relationship. */
export class PlanAssignment extends PlanAssignmentSchema.class {}
PlanAssignmentSchema.setClass(PlanAssignment);
