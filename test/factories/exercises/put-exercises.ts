import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExerciseStatus } from "../../../contract/exercises/vocabulary.ts";
import { Exercise } from "../../../db/exercises/catalogue/exercise.ts";
import { ProviderIntegration } from "../../../db/exercises/catalogue/provider-integration.ts";
import { newId } from "../../../db/platform/new-id.ts";

/** The fields of an exercise that matching reads. */
export interface PutExercise {
  readonly status?: ExerciseStatus;
  readonly title: string;
  readonly equipment?: string;
  readonly muscle?: string;
  /** The workspace that owns it; without one it is a provider's. */
  readonly ownedBy?: { readonly workspaceId: string; readonly createdByUserId: string };
}

export const MADE_UP_PROVIDER = "made-up";

/** Adds the provider of test exercises if it is missing. */
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

/** Adds exercises of a provider or a workspace, and returns their ids in order. */
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
