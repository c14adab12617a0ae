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
    /** Null for a provider's exercise. */
    workspaceId: () =>
      p
        .manyToOne(CoachWorkspace)
        .mapToPk()
        .strictNullable()
        .updateRule("no action")
        .deleteRule("no action"),
    /** Null for a workspace's own exercise. */
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
    /** The provider's own labels, unchanged. */
    providerLabels: p.json<ProviderLabels>(),
    /** Keys of `taxonomy_node`, like the next four columns. */
    muscleGroups: p.array(),
    secondaryMuscleGroups: p.array(),
    equipment: p.array(),
    exerciseTypes: p.array(),
    difficulty: p.text().strictNullable(),
    /** The author, if the provider states one for each exercise. */
    credit: p.json<Credit>().strictNullable(),
    /** Hash of the provider's metadata without media. */
    contentHash: p.text().strictNullable(),
    /** The title, normalised (`rules/exercises/search/name-words.ts`). */
    nameKey: p.text(),
    /** Weight of the title's words (`rules/exercises/search/name-weight.ts`). */
    nameWords: p.integer(),
    /** Each facet value that applies to it, for example `equipment:barbell`. */
    facets: p.array(),
    search: p.text().columnType("tsvector"),
    /** When the provider last returned new content, or this exercise was last read alone. */
    detailReadAt: p.datetime().strictNullable(),
    /** The UTC day on which a user last read it while its detail was outdated. */
    detailAskedOn: p.date().strictNullable(),
    /** Consecutive complete readings of the catalogue without it. */
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

/** An exercise of the library: a provider's item, or a workspace's own. Never deleted. */
export class Exercise extends ExerciseSchema.class {}
ExerciseSchema.setClass(Exercise);
