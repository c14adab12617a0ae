import { defineEntity, p } from "@mikro-orm/postgresql";
import type { ExerciseStatus } from "../../../contract/exercises/vocabulary.ts";
import type {
  Credit,
  ProviderLabels,
  Translation,
} from "../../../rules/exercises/catalogue/provider-exercise.ts";
import { CoachWorkspace } from "../../workspaces/coach-workspace.ts";
import { ProviderIntegration } from "./provider-integration.ts";

const ExerciseSchema = defineEntity({
  name: "Exercise",
  properties: {
    id: p.uuid().primary(),
    /** Null of a provider's. */
    workspaceId: () =>
      p
        .manyToOne(CoachWorkspace)
        .mapToPk()
        .strictNullable()
        .updateRule("no action")
        .deleteRule("no action"),
    /** Null of a workspace's own. */
    providerKey: () =>
      p
        .manyToOne(ProviderIntegration)
        .mapToPk()
        .strictNullable()
        .updateRule("no action")
        .deleteRule("no action"),
    providerExerciseId: p.text().strictNullable(),
    status: p.text().$type<ExerciseStatus>(),
    revision: p.integer(),
    title: p.text(),
    slug: p.text().strictNullable(),
    description: p.text().strictNullable(),
    instructions: p.json<readonly string[]>(),
    importantPoints: p.json<readonly string[]>(),
    translations: p.json<readonly Translation[]>(),
    hasVideo: p.boolean(),
    videoSeconds: p.integer().strictNullable(),
    /** The provider's own words, kept as they are. */
    providerLabels: p.json<ProviderLabels>(),
    /** Keys of `taxonomy_node`, as the four after it. */
    muscleGroups: p.array(),
    secondaryMuscleGroups: p.array(),
    equipment: p.array(),
    exerciseTypes: p.array(),
    difficulty: p.text().strictNullable(),
    /** Of whom it is, where the provider says so for each. */
    credit: p.json<Credit>().strictNullable(),
    /** Of the provider's metadata without media. */
    contentHash: p.text().strictNullable(),
    /** The title, normalised (`rules/exercises/names/name-words.ts`). */
    nameKey: p.text(),
    nameWords: p.integer(),
    /** Each facet value that it counts for, e.g. `equipment:barbell`. */
    facets: p.array(),
    search: p.text().columnType("tsvector"),
    /** When the provider last told something new of it, or was asked for it alone. */
    detailReadAt: p.datetime().strictNullable(),
    /** The UTC day on which somebody last read it while its detail was old. */
    detailAskedOn: p.date().strictNullable(),
    /** Whole readings of the catalogue in a row that did not have it. */
    missingRuns: p.integer(),
    retiredAt: p.datetime().strictNullable(),
    createdByUserId: p.uuid().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  uniques: [
    { name: "exercise_provider_unique", properties: ["providerKey", "providerExerciseId"] },
  ],
  indexes: [
    {
      name: "exercise_asked_idx",
      properties: ["providerKey", "detailAskedOn"],
      where: "detail_asked_on is not null",
    },
    {
      name: "exercise_held_idx",
      properties: ["providerKey"],
      where: "status = 'HELD'",
    },
    {
      name: "exercise_workspace_idx",
      properties: ["workspaceId", "nameKey", "id"],
      where: "workspace_id is not null",
    },
  ],
});

/** An exercise of the library: a provider's item, or one of a workspace's own. Never deleted. */
export class Exercise extends ExerciseSchema.class {}
ExerciseSchema.setClass(Exercise);
