import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { failQuietly } from "../fail-quietly.ts";
import {
  type QueriedSlice,
  type HealAllInput,
  type HealedSlice,
  healLostEvents,
  type HealLostInput,
  healRelationships,
} from "./upkeep/heal-lost-events.ts";
import { decideDigests, type DigestInput, type DigestSlice } from "./upkeep/decide-digests.ts";
import { type RescoredSlice, type RescoreInput, rescoreTasks } from "./upkeep/rescore-tasks.ts";

/** The activities of the inbox that a worker registers. */
export interface InboxActivities {
  rescoreTasks(input: RescoreInput): Promise<RescoredSlice>;
  healLostEvents(input: HealLostInput): Promise<HealedSlice>;
  healRelationships(input: HealAllInput): Promise<QueriedSlice>;
  decideDigests(input: DigestInput): Promise<DigestSlice>;
}

/** Creates the activities of the inbox. */
export function createInboxActivities({
  em,
  log,
}: {
  readonly em: SqlEntityManager;
  readonly log: Logger;
}): InboxActivities {
  return {
    rescoreTasks: failQuietly({ log, name: "rescoreTasks" }, (input: RescoreInput) =>
      rescoreTasks(em, input, log),
    ),
    healLostEvents: failQuietly({ log, name: "healLostEvents" }, (input: HealLostInput) =>
      healLostEvents(em, input, log),
    ),
    healRelationships: failQuietly({ log, name: "healRelationships" }, (input: HealAllInput) =>
      healRelationships(em, input, log),
    ),
    decideDigests: failQuietly({ log, name: "decideDigests" }, (input: DigestInput) =>
      decideDigests(em, input, log),
    ),
  };
}
