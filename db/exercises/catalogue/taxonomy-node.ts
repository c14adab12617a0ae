import { defineEntity, p } from "@mikro-orm/postgresql";
import type { TaxonomyType } from "../../../contract/exercises/vocabulary.ts";

const TaxonomyNodeSchema = defineEntity({
  name: "TaxonomyNode",
  properties: {
    taxonomyType: p.text().$type<TaxonomyType>().primary(),
    key: p.text().primary(),
    /** By language, for example `en`. */
    labels: p.json<Readonly<Record<string, string>>>(),
    position: p.integer(),
    createdAt: p.datetime(),
  },
});

/** A category of exercises in our own taxonomy. */
export class TaxonomyNode extends TaxonomyNodeSchema.class {}
TaxonomyNodeSchema.setClass(TaxonomyNode);
