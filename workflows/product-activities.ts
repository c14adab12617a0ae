import type { AgendaActivities } from "../activities/agenda/index.ts";
import type { ExerciseActivities } from "../activities/exercises/exercise-activities.ts";
import type { InboxActivities } from "../activities/inbox/index.ts";
import type { MediaActivities } from "../activities/media/index.ts";
import type { PrivacyActivities } from "../activities/privacy/index.ts";
import type { ProviderActivities } from "../activities/providers/provider-activities.ts";
import type { SyncActivities } from "../activities/sync/index.ts";

/**
 * All activities that scheduled workflows may call. They take their activities only from here, so that a room missing
 * here or in the worker does not compile.
 */
export type ProductActivities = SyncActivities &
  AgendaActivities &
  ExerciseActivities &
  InboxActivities &
  MediaActivities &
  PrivacyActivities &
  ProviderActivities;
