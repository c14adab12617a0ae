import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { pino } from "pino";
import { ensureIntegrations } from "../../../activities/exercises/provider/ensure-integrations.ts";
import type { MediaDesk, MediaProvider } from "../../../activities/exercises/media/media-desk.ts";
import type { ReadingDeps } from "../../../activities/exercises/media/reconcile-usage.ts";
import { Exercise } from "../../../db/exercises/catalogue/exercise.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { clockNow } from "../../../db/platform/transactions/transact.ts";
import type { PlanLimits } from "../../../rules/exercises/media/judge-media-quota.ts";
import { CLIP_HOST, type MeteredProvider, openMeteredProvider } from "./metered-provider.ts";

/** Dependencies of media sessions, and of reading provider accounts. */
type TestDesk = MediaDesk & ReadingDeps;

/** A separate provider with exercises that have videos, and a desk for them. */
export interface MediaRoom {
  readonly providerKey: string;
  readonly provider: MeteredProvider;
  /** The provider in the form that the API takes. */
  readonly given: MediaProvider;
  readonly exerciseIds: readonly string[];
  /** Minutes of an exercise, as the provider counts them. */
  readonly minutesOf: (exerciseId: string) => number;
  desk(em: SqlEntityManager, changes?: Partial<TestDesk>): TestDesk;
}

/** Creates a provider with a plan. The videos of its exercises have one to six minutes, in turn. */
export async function buildMediaRoom(
  em: SqlEntityManager,
  { limits, count }: { readonly limits: PlanLimits; readonly count: number },
): Promise<MediaRoom> {
  const providerKey = `metered-${randomUUID()}`;
  const record = {
    providerKey,
    credentialsReference: "TEST",
    planKey: "test",
    metered: true,
    mediaUniqueLimit: limits.exercises,
    videoMinutesLimit: limits.minutes,
    licensePolicy: "STREAM_ONLY",
    mediaHosts: [CLIP_HOST],
    callsPerMinute: 600,
  };
  await ensureIntegrations(em.fork(), [{ record }]);
  const exerciseIds = Array.from({ length: count }, () => newId());
  for (const [place, id] of exerciseIds.entries()) {
    const videoSeconds = secondsAt(place);
    await putExercise(em, { id, providerKey, providerExerciseId: id, videoSeconds });
  }
  const secondsOf = (id: string) => secondsAt(exerciseIds.indexOf(id));
  const provider = openMeteredProvider(em, secondsOf);
  return {
    providerKey,
    provider,
    given: { record, media: provider },
    exerciseIds,
    minutesOf: (id) => Math.ceil(secondsOf(id) / 60),
    desk: (own, changes = {}) => ({
      em: own,
      log: pino({ level: "silent" }),
      providers: [{ record, media: provider }],
      sharePercent: 90,
      countOutcome: () => {},
      countReading: () => {},
      ...changes,
    }),
  };
}

const secondsAt = (place: number) => ((place % 6) + 1) * 60 - 5;

const NO_LABELS = {
  muscleGroups: [],
  secondaryMuscleGroups: [],
  equipment: [],
  exerciseTypes: [],
  difficulty: null,
  category: null,
};

/** Options of an exercise. */
export interface PutExercise {
  readonly id?: string;
  readonly providerKey: string | null;
  readonly providerExerciseId: string | null;
  readonly videoSeconds?: number | null;
  readonly hasVideo?: boolean;
  readonly status?: "ACTIVE" | "HELD" | "RETIRED" | "ARCHIVED";
  readonly workspaceId?: string;
  readonly createdByUserId?: string;
}

/**
 * Adds an exercise to the library.
 * @returns its id.
 */
export async function putExercise(em: SqlEntityManager, put: PutExercise): Promise<string> {
  const now = await clockNow(em.fork());
  const { id = newId(), providerKey, status = "ACTIVE" } = put;
  await em.fork().insert(Exercise, {
    id,
    workspaceId: put.workspaceId ?? null,
    providerKey,
    providerExerciseId: put.providerExerciseId,
    status,
    revision: 1,
    title: "Squat",
    slug: null,
    description: null,
    instructions: [],
    importantPoints: [],
    translations: [],
    hasVideo: put.hasVideo ?? true,
    videoSeconds: put.videoSeconds ?? null,
    providerLabels: NO_LABELS,
    muscleGroups: [],
    secondaryMuscleGroups: [],
    equipment: [],
    exerciseTypes: [],
    difficulty: null,
    credit: null,
    contentHash: providerKey === null ? null : "test",
    nameKey: "squat",
    nameWords: 1,
    facets: [],
    search: "",
    detailReadAt: null,
    detailAskedOn: null,
    missingRuns: 0,
    retiredAt: status === "RETIRED" ? now : null,
    createdByUserId: put.createdByUserId ?? null,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}
