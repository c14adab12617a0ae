import { defineEntity, p } from "@mikro-orm/postgresql";
import type { TaxonomyType } from "../../../contract/exercises/vocabulary.ts";

const TaxonomyNodeSchema = defineEntity({
  name: "TaxonomyNode",
  properties: {
    taxonomyType: p.text().$type<TaxonomyType>().primary(),
    key: p.text().primary(),
    /** By language, e.g. `en`. */
    labels: p.json<Readonly<Record<string, string>>>(),
    position: p.integer(),
    createdAt: p.datetime(),
  },
});

/** Something that exercises are sorted by, in our words. */
export class TaxonomyNode extends TaxonomyNodeSchema.class {}
TaxonomyNodeSchema.setClass(TaxonomyNode);
