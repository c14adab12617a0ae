import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { ExerciseMediaProvider, IntegrationRecord } from "../provider/exercise-provider.ts";

/** A provider as far as its media go. */
export interface MediaProvider {
  readonly record: Pick<IntegrationRecord, "providerKey" | "mediaHosts">;
  readonly media: ExerciseMediaProvider | null;
}

/** What media sessions are given with. */
export interface MediaDesk {
  readonly em: SqlEntityManager;
  readonly log: Logger;
  readonly providers: readonly MediaProvider[];
  /** What one workspace may take of the allowance that is ours, in percent. */
  readonly sharePercent: number;
  /** Counts how a call of a provider ended. */
  readonly countOutcome: (providerKey: string, outcome: string) => void;
}
