import { defineEntity, p } from "@mikro-orm/postgresql";
import type { TaskSourceContext } from "../../../contract/agenda/vocabulary.ts";
import type { SkipReason } from "../../../contract/quick-log/vocabulary.ts";

const ReportedSkipSchema = defineEntity({
  name: "ReportedSkip",
  properties: {
    id: p.uuid().primary(),
    /** The source that reported it, for example a session. */
    sourceId: p.uuid(),
    relationshipId: p.uuid(),
    taskId: p.uuid(),
    localDate: p.string().columnType("date"),
    sourceContext: p.text().$type<TaskSourceContext>(),
    reason: p.text().$type<SkipReason>(),
    hasNote: p.boolean(),
  },
  indexes: [
    { name: "reported_skip_source_idx", properties: ["sourceId"] },
    { name: "reported_skip_day_idx", properties: ["relationshipId", "localDate"] },
  ],
});

/** A skip that another room reported, counted together with those of quick-log. */
export class ReportedSkip extends ReportedSkipSchema.class {}
ReportedSkipSchema.setClass(ReportedSkip);
