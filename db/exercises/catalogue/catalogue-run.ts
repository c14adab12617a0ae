import { defineEntity, p } from "@mikro-orm/postgresql";
import type { LeftOut } from "../../../contract/exercises/taxonomy-schema.ts";
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
    /** Null once the last page was read. */
    nextPage: p.integer().strictNullable(),
    pages: p.integer(),
    /** How many items the provider claims to have. */
    announced: p.integer().strictNullable(),
    /** Distinct items that it has returned. */
    seen: p.integer(),
    added: p.integer(),
    changed: p.integer(),
    held: p.integer(),
    retired: p.integer(),
    retireHeld: p.integer(),
    /** Items of another shape. They count as seen. */
    leftOut: p.integer().default(0),
    /** The first of them. */
    leftOutItems: p.json<readonly LeftOut[]>().defaultRaw("'[]'"),
    /** The administrator who decided to retire them nevertheless. */
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

/** One complete reading of a provider's catalogue. */
export class CatalogueRun extends CatalogueRunSchema.class {}
CatalogueRunSchema.setClass(CatalogueRun);
