import * as z from "zod";
import { idSchema, instantSchema, listOf, pageQuerySchema, pageSchema } from "../wire.ts";
import {
  CATALOGUE_FAILURES,
  CATALOGUE_RUN_KINDS,
  CATALOGUE_RUN_STATES,
  LABEL_DECISIONS,
  TAXONOMY_TYPES,
} from "./vocabulary.ts";

const taxonomyType = z.enum(TAXONOMY_TYPES);
const nodeKey = z.string().regex(/^[a-z_]{1,64}$/);

/** Filters of the list of labels. */
export const taxonomyQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  decision: listOf(LABEL_DECISIONS).optional(),
  taxonomyType: taxonomyType.optional(),
});

/** A provider's label and our decision about it. */
export const taxonomyLabelSchema = z
  .strictObject({
    labelId: idSchema,
    providerKey: z.string(),
    taxonomyType,
    label: z.string().describe("The label as the provider writes it."),
    decision: z.enum(LABEL_DECISIONS),
    nodeKey: nodeKey.nullable().describe("Our value for the label; null if it has none."),
    revision: z.int().min(1),
    isApplied: z.boolean().describe("Whether exercises are already sorted by this decision."),
    heldCount: z.int().min(0).describe("Exercises with this label that are held back."),
    firstSeenAt: instantSchema,
    decidedAt: instantSchema
      .nullable()
      .describe("Null if it was known from the start, or nobody has decided."),
  })
  .meta({ id: "TaxonomyLabel", description: "A provider's label, and its meaning." });

const taxonomyNodeSchema = z
  .strictObject({
    taxonomyType,
    key: nodeKey,
    labels: z.record(z.string(), z.string()).describe("By language."),
  })
  .meta({ id: "TaxonomyNode", description: "A value of a taxonomy." });

/** Labels of providers, with every value they can be mapped to. */
export const taxonomySchema = z
  .strictObject({
    ...pageSchema(taxonomyLabelSchema).shape,
    nodes: z.array(taxonomyNodeSchema),
  })
  .meta({
    id: "Taxonomy",
    description: "One page of labels, and all values that they can be mapped to.",
  });

const expectedRevision = z.int().min(1).describe("Revision of the label that was seen.");
const labelId = idSchema;

/** Decision about the meaning of a label, from now on. */
export const decideLabelSchema = z
  .discriminatedUnion("decision", [
    z.strictObject({ labelId, decision: z.literal("MAPPED"), nodeKey, expectedRevision }),
    z.strictObject({ labelId, decision: z.enum(["IGNORED", "UNMAPPED"]), expectedRevision }),
  ])
  .meta({
    id: "TaxonomyDecision",
    description:
      "MAPPED: it has one of our values. IGNORED: it has no meaning for us. UNMAPPED: nobody has decided.",
  });

const count = z.int().min(0);

const leftOutSchema = z.strictObject({
  providerExerciseId: z.string().nullable().describe("Null if even its id cannot be read."),
  field: z.string().describe("The first field of another shape, e.g. `translations.0.name`."),
});
/** An item of a catalogue that could not be read. */
export type LeftOut = z.output<typeof leftOutSchema>;

/** A read of a provider's catalogue. */
export const catalogueRunSchema = z
  .strictObject({
    runId: idSchema,
    providerKey: z.string(),
    kind: z.enum(CATALOGUE_RUN_KINDS),
    state: z.enum(CATALOGUE_RUN_STATES),
    pages: count,
    announced: count.nullable().describe("Number of exercises, according to the provider."),
    seen: count,
    added: count,
    changed: count,
    held: count,
    retired: count,
    retireHeld: count.describe("Missing exercises that were too many at once to be retired."),
    leftOut: count.describe("Items of another shape. They count as seen."),
    leftOutItems: z.array(leftOutSchema).describe("The first 50 of them."),
    failureCode: z.enum(CATALOGUE_FAILURES).nullable(),
    startedAt: instantSchema,
    finishedAt: instantSchema.nullable(),
    retireDecidedAt: instantSchema
      .nullable()
      .describe("When an administrator confirmed their retirement."),
  })
  .meta({ id: "CatalogueRun", description: "One read of a provider's whole catalogue." });
export const catalogueRunsSchema = pageSchema(catalogueRunSchema);

export const catalogueRunParamsSchema = z.strictObject({ runId: idSchema });
