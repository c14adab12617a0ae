import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { ExerciseMediaProvider, IntegrationRecord } from "../provider/exercise-provider.ts";

/** Dependencies of media sessions. */
export interface MediaDesk {
  readonly em: SqlEntityManager;
  readonly log: Logger;
  readonly providers: readonly MediaProvider[];
  /** The share of our allowance that one workspace may use, in percent. */
  readonly sharePercent: number;
  /** Counts the outcome of a call to a provider. */
  readonly countOutcome: (providerKey: string, outcome: string) => void;
}

/** The media side of a provider. */
export interface MediaProvider {
  readonly record: Pick<IntegrationRecord, "providerKey" | "mediaHosts">;
  readonly media: ExerciseMediaProvider | null;
}
