import { defineEntity, p } from "@mikro-orm/postgresql";
import { CatalogueRun } from "./catalogue-run.ts";

const CataloguePageSchema = defineEntity({
  name: "CataloguePage",
  tableName: "catalogue_page",
  properties: {
    runId: () =>
      p.manyToOne(CatalogueRun).mapToPk().primary().updateRule("no action").deleteRule("no action"),
    page: p.integer().primary(),
    providerExerciseIds: p.array(),
  },
});

/** The items that a run has seen on a page; deleted at the end of the run. */
export class CataloguePage extends CataloguePageSchema.class {}
CataloguePageSchema.setClass(CataloguePage);
