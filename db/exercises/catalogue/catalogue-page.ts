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

/** Which items a run has seen on a page; gone with the run's end. */
export class CataloguePage extends CataloguePageSchema.class {}
CataloguePageSchema.setClass(CataloguePage);
