import { accountDeletionActor as definition } from "../../contract/privacy/account-deletion-actor.ts";
import { registerActor, type SettlingDeps } from "../outbox/register-actor.ts";
import { type ErasureDeps, settleAccountDeletion } from "./settle-account-deletion.ts";

/**
 * The actor of an account's deletion: it waits for the 14 days of grace and then makes the deletion final
 * (docs/rooms/actors.md#kinds).
 */
export const accountDeletionActor = registerActor(definition, {
  settle: (deps: DeletionDeps, { userId }) => settleAccountDeletion(deps, { userId }),
  attributes: () => ({}),
  details: () => [],
});

/** Dependencies of the deletion act. */
export interface DeletionDeps extends SettlingDeps, ErasureDeps {}
