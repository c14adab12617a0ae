import { defineEntity, p } from "@mikro-orm/postgresql";
import type { PlanContent } from "../../contract/plans/content-schema.ts";
import type { PlanKind } from "../../contract/plans/plan-definitions.ts";
import type { PlanStatus } from "../../contract/plans/vocabulary.ts";
import { User } from "../accounts/user.ts";
import { CoachWorkspace } from "../workspaces/coach-workspace.ts";

const PlanSchema = defineEntity({
  name: "Plan",
  properties: {
    id: p.uuid().primary(),
    workspaceId: () => p.manyToOne(CoachWorkspace).mapToPk(),
    kind: p.text().$type<PlanKind>(),
    status: p.text().$type<PlanStatus>(),
    /** Title of the draft if there is one, else of the newest revision. */
    title: p.text(),
    draft: p.json<PlanContent>().strictNullable(),
    draftRevision: p.integer(),
    /** 0 before the first revision. */
    publishedRevision: p.integer().default(0),
    /** Newest revision that all followers of the plan have applied. */
    spreadRevision: p.integer().default(0),
    createdByUserId: () => p.manyToOne(User).mapToPk(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  indexes: [
    { name: "plan_workspace_id_id_idx", properties: ["workspaceId", "id"] },
    {
      name: "plan_spreading_idx",
      properties: ["id"],
      where: "spread_revision < published_revision",
    },
  ],
});

/** A template of the workspace: what a client should do on the days that it falls on. */
export class Plan extends PlanSchema.class {}
PlanSchema.setClass(Plan);
