import { defineEntity, p } from "@mikro-orm/postgresql";
import type { PlanContent } from "../../contract/plans/content-schema.ts";
import { User } from "../accounts/user.ts";
import { Plan } from "./plan.ts";

const PlanRevisionSchema = defineEntity({
  name: "PlanRevision",
  properties: {
    planId: () => p.manyToOne(Plan).mapToPk().primary(),
    revision: p.integer().primary(),
    content: p.json<PlanContent>(),
    publishedByUserId: () => p.manyToOne(User).mapToPk(),
    publishedAt: p.datetime(),
  },
});

/** The content of a plan at one revision; it never changes. */
export class PlanRevision extends PlanRevisionSchema.class {}
PlanRevisionSchema.setClass(PlanRevision);
