import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { listErased } from "../../activities/media/mark-erased.ts";
import type { MediaFiles } from "../../activities/media/media-files.ts";
import { eraseAgain } from "../../activities/privacy/erase-again.ts";
import { renewGraces } from "../../activities/privacy/renew-graces.ts";
import { DELETION_GRACE_DAYS } from "../../contract/accounts/session-vocabulary.ts";
import { renewAllEpochs } from "./renew-all-epochs.ts";

/**
 * Prepares a database restored from a backup, before it serves anybody. It renews the epoch of every counter that is
 * handed out. It repeats erasures made after the backup, as soon as workers run, and restarts the grace period of
 * pending deletions. It can be repeated after an interruption. A person whose step fails does not delay others, but
 * makes the whole command fail at the end (docs/rooms/house.md#one-fault).
 *
 * @returns a report with one line per step.
 */
export async function emitRestored({ em, files }: RestoredDeps): Promise<string> {
  const scopes = await renewAllEpochs(em);
  const [people, graces] = await Promise.allSettled([
    eraseAgain(em, listErased(files)),
    renewGraces(em, listErased(files)),
  ]);
  if (people.status === "rejected") throw people.reason;
  if (graces.status === "rejected") throw graces.reason;
  return [
    `${scopes} scopes got a new epoch.\n`,
    `${people.value} people were restored by the backup; they will be erased again.\n`,
    `${graces.value} deletions can be canceled for another ${DELETION_GRACE_DAYS} days.\n`,
    LEFT_TO_DO,
  ].join("");
}

/** The dependencies: database, and media storage, which contains the marks of erasures. */
export interface RestoredDeps {
  readonly em: SqlEntityManager;
  readonly files: MediaFiles;
}

/**
 * Steps that no command can do: their facts are in logs, at the provider and in Temporal
 * (docs/operations.md#restoring-to-the-end-or-to-an-instant).
 */
const LEFT_TO_DO = `Left to do:
- Start everything, then wake the actors: npm run actors:reconcile
- Repeat revocations made after the backup, from the logs and the provider's events: sessions ended, devices revoked,
  accounts suspended, deletions requested but not final, members removed, staff grants withdrawn.
- If Temporal was not restored with it, its workflows may be terminated: their state is ahead of the database.
- Expect 410 CURSOR_EXPIRED and 403 DEVICE_REVOKED for an hour: phones read everything again and resend their queues.
`;
