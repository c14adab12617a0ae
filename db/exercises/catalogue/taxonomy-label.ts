import { defineEntity, p } from "@mikro-orm/postgresql";
import type { LabelDecision, TaxonomyType } from "../../../contract/exercises/vocabulary.ts";
import { ProviderIntegration } from "./provider-integration.ts";

const TaxonomyLabelSchema = defineEntity({
  name: "TaxonomyLabel",
  properties: {
    id: p.uuid().primary(),
    providerKey: () =>
      p.manyToOne(ProviderIntegration).mapToPk().updateRule("no action").deleteRule("no action"),
    taxonomyType: p.text().$type<TaxonomyType>(),
    label: p.text(),
    decision: p.text().$type<LabelDecision>(),
    /** A node of the same type, if the label is MAPPED. */
    nodeKey: p.text().strictNullable(),
    revision: p.integer(),
    firstSeenAt: p.datetime(),
    decidedBy: p.text().strictNullable(),
    decidedAt: p.datetime().strictNullable(),
    /** The revision applied to the provider's exercises. */
    sortedRevision: p.integer(),
  },
  uniques: [
    { name: "taxonomy_label_unique", properties: ["providerKey", "taxonomyType", "label"] },
  ],
});

/** A provider's term for a category of exercises, and an administrator's decision on it. */
export class TaxonomyLabel extends TaxonomyLabelSchema.class {}
TaxonomyLabelSchema.setClass(TaxonomyLabel);
