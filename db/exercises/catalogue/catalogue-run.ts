import { defineEntity, p } from "@mikro-orm/postgresql";
import type {
  CatalogueFailure,
  CatalogueRunKind,
  CatalogueRunState,
} from "../../../contract/exercises/vocabulary.ts";
import { ProviderIntegration } from "./provider-integration.ts";

const CatalogueRunSchema = defineEntity({
  name: "CatalogueRun",
  properties: {
    id: p.uuid().primary(),
    providerKey: () =>
      p.manyToOne(ProviderIntegration).mapToPk().updateRule("no action").deleteRule("no action"),
    kind: p.text().$type<CatalogueRunKind>(),
    state: p.text().$type<CatalogueRunState>(),
    /** Null once the last one was read. */
    nextPage: p.integer().strictNullable(),
    pages: p.integer(),
    /** What the provider says there is. */
    announced: p.integer().strictNullable(),
    /** Different items that it has shown. */
    seen: p.integer(),
    added: p.integer(),
    changed: p.integer(),
    held: p.integer(),
    retired: p.integer(),
    retireHeld: p.integer(),
    /** Who had them retired all the same. */
    retireDecidedBy: p.text().strictNullable(),
    retireDecidedAt: p.datetime().strictNullable(),
    failureCode: p.text().$type<CatalogueFailure>().strictNullable(),
    startedAt: p.datetime(),
    finishedAt: p.datetime().strictNullable(),
  },
  uniques: [
    {
      name: "catalogue_run_running_unique",
      properties: ["providerKey"],
      where: "state = 'RUNNING'",
    },
  ],
  indexes: [{ name: "catalogue_run_started_idx", properties: ["providerKey", "startedAt"] }],
});

/** One reading of a provider's whole catalogue. */
export class CatalogueRun extends CatalogueRunSchema.class {}
CatalogueRunSchema.setClass(CatalogueRun);
