import { defineEntity, p } from "@mikro-orm/postgresql";
import { Plan } from "./plan.ts";

const PlanItemSchema = defineEntity({
  name: "PlanItem",
  properties: {
    id: p.uuid().primary(),
    planId: () => p.manyToOne(Plan).mapToPk(),
    itemKey: p.text(),
    sortOrder: p.integer(),
    label: p.text(),
    amount: p.text().strictNullable(),
    bulkEligible: p.boolean(),
  },
  uniques: [{ name: "plan_item_plan_id_item_key_unique", properties: ["planId", "itemKey"] }],
});

/** One line of a meal or supplement plan. */
export class PlanItem extends PlanItemSchema.class {}
PlanItemSchema.setClass(PlanItem);
