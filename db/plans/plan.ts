import { defineEntity, p } from "@mikro-orm/postgresql";
import type { Recurrence } from "../../contract/plans/schema.ts";
import type { Metric } from "../../contract/agenda/metric-schema.ts";
import type { PlanKind, PlanStatus } from "../../contract/plans/vocabulary.ts";
import { User } from "../accounts/user.ts";
import { CoachWorkspace } from "../workspaces/coach-workspace.ts";

const PlanSchema = defineEntity({
  name: "Plan",
  properties: {
    id: p.uuid().primary(),
    workspaceId: () => p.manyToOne(CoachWorkspace).mapToPk(),
    kind: p.text().$type<PlanKind>(),
    title: p.text(),
    instructions: p.text().strictNullable(),
    recurrence: p.json<Recurrence>(),
    dueTime: p.time(0).strictNullable(),
    metric: p.json<Metric>().strictNullable(),
    status: p.text().$type<PlanStatus>(),
    revision: p.integer(),
    createdByUserId: () => p.manyToOne(User).mapToPk(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  indexes: [{ name: "plan_workspace_id_id_idx", properties: ["workspaceId", "id"] }],
});

/** A template of the workspace: what is asked of a client on the days it falls on. */
export class Plan extends PlanSchema.class {}
PlanSchema.setClass(Plan);
