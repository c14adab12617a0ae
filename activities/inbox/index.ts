import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { failQuietly } from "../fail-quietly.ts";
import { type RescoredSlice, type RescoreInput, rescoreTasks } from "./rescore-tasks.ts";

/** The acts of the inbox as a worker registers them. */
export interface InboxActivities {
  rescoreTasks(input: RescoreInput): Promise<RescoredSlice>;
}

/** Makes the activities of the inbox. */
export function createInboxActivities({
  em,
  log,
}: {
  readonly em: SqlEntityManager;
  readonly log: Logger;
}): InboxActivities {
  return {
    rescoreTasks: failQuietly({ log, name: "rescoreTasks" }, (input: RescoreInput) =>
      rescoreTasks(em, input),
    ),
  };
}
