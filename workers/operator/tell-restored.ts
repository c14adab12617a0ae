import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { listErased } from "../../activities/media/erasure-marks.ts";
import type { MediaFiles } from "../../activities/media/media-files.ts";
import { eraseAgain } from "../../activities/privacy/erase-again.ts";
import { renewGraces } from "../../activities/privacy/renew-graces.ts";
import { DELETION_GRACE_DAYS } from "../../contract/accounts/session-vocabulary.ts";
import { renewAllEpochs } from "./renew-all-epochs.ts";

/** What a restored database is told with: where media lie, marks of erasures among them. */
export interface RestoredDeps {
  readonly em: SqlEntityManager;
  readonly files: MediaFiles;
}

/**
 * Tells a database that it was restored from a backup, before anybody is served from it: every counter that is handed
 * out gets a new epoch, who was erased after the backup is erased again as soon as workers run, and who is about to be
 * deleted has a new grace. Interrupted, it is done again. Somebody who fails by themselves holds up nobody else, and lets
 * it fail in the end (docs/rooms/house.md#one-fault).
 *
 * @returns what became of it, a line each.
 */
export async function tellRestored({ em, files }: RestoredDeps): Promise<string> {
  const scopes = await renewAllEpochs(em);
  const [people, graces] = await Promise.allSettled([
    eraseAgain(em, listErased(files)),
    renewGraces(em, listErased(files)),
  ]);
  if (people.status === "rejected") throw people.reason;
  if (graces.status === "rejected") throw graces.reason;
  return [
    `${scopes} scopes have a new epoch.\n`,
    `${people.value} people were brought back, and are erased again.\n`,
    `${graces.value} deletions can be called off for another ${DELETION_GRACE_DAYS} days.\n`,
    LEFT_TO_DO,
  ].join("");
}

/** What no command can know: it lies in logs, in the provider and in Temporal (docs/operations.md#restoring-to-the-end-or-to-an-instant). */
const LEFT_TO_DO = `Left to do:
- Start everything, then wake the actors: npm run actors:reconcile
- Do again what was taken back after the backup, from the logs and the provider's events: sessions ended, devices revoked,
  accounts suspended, deletions asked for that are not final, members removed, staff grants withdrawn.
- Where Temporal was not restored with it, its workflows may be terminated: they know a past that is gone.
- Expect 410 CURSOR_EXPIRED and 403 DEVICE_REVOKED for an hour: phones read anew and send again what they hold.
`;
