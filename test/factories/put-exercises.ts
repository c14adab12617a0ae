import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExerciseStatus } from "../../contract/exercises/vocabulary.ts";
import { Exercise } from "../../db/exercises/catalogue/exercise.ts";
import { ProviderIntegration } from "../../db/exercises/catalogue/provider-integration.ts";
import { newId } from "../../db/new-id.ts";

/** What of an exercise matching reads. */
export interface PutExercise {
  readonly status?: ExerciseStatus;
  readonly title: string;
  readonly equipment?: string;
  readonly muscle?: string;
  /** Whose own it is; a provider's where nobody's. */
  readonly ownedBy?: { readonly workspaceId: string; readonly createdByUserId: string };
}

export const MADE_UP_PROVIDER = "made-up";

/** Puts the provider that exercises of tests are of, where it is not there. */
export async function putMadeUpProvider(em: SqlEntityManager): Promise<void> {
  const fork = em.fork();
  const providerKey = MADE_UP_PROVIDER;
  if ((await fork.findOne(ProviderIntegration, { providerKey })) !== null) return;
  fork.create(ProviderIntegration, {
    providerKey,
    credentialsReference: "none",
    planKey: "none",
    metered: false,
    mediaUniqueLimit: null,
    videoMinutesLimit: null,
    licensePolicy: "none",
    mediaHosts: [],
    lastUsageSyncAt: null,
    updatedAt: new Date(),
  });
  await fork.flush();
}

/** Puts exercises of a provider or of a workspace, and answers their ids in that order. */
export async function putExercises(
  em: SqlEntityManager,
  exercises: readonly PutExercise[],
): Promise<string[]> {
  const now = new Date();
  await putMadeUpProvider(em);
  const fork = em.fork();
  const rows = exercises.map(({ status = "ACTIVE", title, equipment, muscle, ownedBy }) => {
    const id = newId();
    return fork.create(Exercise, {
      id,
      workspaceId: ownedBy?.workspaceId ?? null,
      providerKey: ownedBy === undefined ? MADE_UP_PROVIDER : null,
      providerExerciseId: ownedBy === undefined ? id : null,
      status,
      revision: 1,
      title,
      slug: null,
      description: null,
      instructions: [],
      importantPoints: [],
      translations: [],
      hasVideo: false,
      videoSeconds: null,
      providerLabels: {
        muscleGroups: [],
        secondaryMuscleGroups: [],
        equipment: [],
        exerciseTypes: [],
        difficulty: null,
      },
      muscleGroups: muscle === undefined ? [] : [muscle],
      secondaryMuscleGroups: [],
      equipment: equipment === undefined ? [] : [equipment],
      exerciseTypes: [],
      difficulty: null,
      credit: null,
      contentHash: ownedBy === undefined ? id : null,
      nameKey: title.toLowerCase(),
      nameWords: 1,
      facets: [],
      search: "exercise",
      detailReadAt: null,
      detailAskedOn: null,
      missingRuns: 0,
      retiredAt: status === "RETIRED" ? now : null,
      createdByUserId: ownedBy?.createdByUserId ?? null,
      createdAt: now,
      updatedAt: now,
    });
  });
  await fork.flush();
  return rows.map(({ id }) => id);
}
