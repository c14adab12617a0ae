import { accountDeletionActor as definition } from "../../contract/privacy/account-deletion-actor.ts";
import { registerActor, type SettlingDeps } from "../outbox/register-actor.ts";
import { type ErasureDeps, settleAccountDeletion } from "./settle-account-deletion.ts";

/** What its act is given. */
export interface DeletionDeps extends SettlingDeps, ErasureDeps {}

/**
 * The actor of an account's deletion: waits out the 14 days in which it can be called off, then makes it
 * final (docs/rooms/actors.md#kinds).
 */
export const accountDeletionActor = registerActor(definition, {
  settle: (deps: DeletionDeps, { userId }) => settleAccountDeletion(deps, { userId }),
  attributes: () => ({}),
  details: () => [],
});
