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
    /** Of a node of the same type, where it is MAPPED. */
    nodeKey: p.text().strictNullable(),
    revision: p.integer(),
    firstSeenAt: p.datetime(),
    decidedBy: p.text().strictNullable(),
    decidedAt: p.datetime().strictNullable(),
    /** The revision that the provider's exercises are sorted by. */
    sortedRevision: p.integer(),
  },
  uniques: [
    { name: "taxonomy_label_unique", properties: ["providerKey", "taxonomyType", "label"] },
  ],
});

/** What a provider calls something that exercises are sorted by, and what an administrator made of it. */
export class TaxonomyLabel extends TaxonomyLabelSchema.class {}
TaxonomyLabelSchema.setClass(TaxonomyLabel);
