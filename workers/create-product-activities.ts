import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { createAgendaActivities } from "../activities/agenda/index.ts";
import { createExerciseActivities } from "../activities/exercises/exercise-activities.ts";
import { createInboxActivities } from "../activities/inbox/index.ts";
import { createMediaActivities } from "../activities/media/index.ts";
import type { MediaFiles } from "../activities/media/media-files.ts";
import { createPrivacyActivities } from "../activities/privacy/index.ts";
import { openProviderProbe } from "../activities/providers/probe-provider.ts";
import { createProviderActivities } from "../activities/providers/provider-activities.ts";
import { createSyncActivities } from "../activities/sync/index.ts";
import { CALLBACK_PATH } from "../contract/page-paths.ts";
import type { ProductActivities } from "../workflows/product-activities.ts";
import { readProviderSources } from "./config/read-provider-files.ts";
import type { Config } from "./config/config.ts";
import { openExerciseProvider } from "./outside/open-exercise-provider.ts";
import { measureUsageReadings } from "./outside/measure-provider-calls.ts";
import { retention } from "./retention.ts";
import { hooks } from "./hooks.ts";

/** The activities of all scheduled workflows, as a worker registers them. */
export function createProductActivities({
  em,
  log,
  files,
  registry,
  config,
}: ProductActivityDeps): ProductActivities {
  const { directory, upstreams } = config.authProviders;
  return {
    ...createSyncActivities({ em, log }),
    ...createAgendaActivities({ em, log, rebuilds: hooks.rebuilds }),
    ...createExerciseActivities({
      em,
      log,
      provider: openExerciseProvider(config.exercises),
      countReading: measureUsageReadings(registry),
    }),
    ...createInboxActivities({ em, log }),
    ...createMediaActivities({ em, log, files }),
    ...createPrivacyActivities({ em, log, retention }),
    ...createProviderActivities({
      em,
      log,
      sources: readProviderSources(directory, upstreams),
      probeProvider: openProviderProbe({
        issuer: config.provider.issuer,
        clientId: config.links.webClientId,
        redirectUri: `${config.api.publicUrl}${CALLBACK_PATH}`,
      }),
    }),
  };
}

/** The dependencies of the product's activities. */
export interface ProductActivityDeps {
  readonly em: SqlEntityManager;
  readonly log: Logger;
  readonly files: MediaFiles;
  readonly registry: Registry;
  readonly config: Pick<Config, "api" | "authProviders" | "exercises" | "links" | "provider">;
}
