import { defineEntity, p } from "@mikro-orm/postgresql";
import type { LicenceVerdict } from "../../../contract/exercises/image-vocabulary.ts";
import { LicenceSource } from "./licence-source.ts";

const LicenceDecisionSchema = defineEntity({
  name: "LicenceDecision",
  properties: {
    id: p.uuid().primary(),
    sourceKey: () =>
      p.manyToOne(LicenceSource).mapToPk().updateRule("no action").deleteRule("no action"),
    verdict: p.text().$type<LicenceVerdict>(),
    reason: p.text(),
    decidedBy: p.text(),
    decidedAt: p.datetime(),
  },
  indexes: [{ name: "licence_decision_source_idx", properties: ["sourceKey", "decidedAt"] }],
});

/** A verdict on a source of pictures; append-only. */
export class LicenceDecision extends LicenceDecisionSchema.class {}
LicenceDecisionSchema.setClass(LicenceDecision);
