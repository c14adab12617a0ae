import { accountDeletionActor as definition } from "../../contract/privacy/account-deletion-actor.ts";
import { registerActor, type SettlingDeps } from "../outbox/register-actor.ts";
import type { Hooks } from "../hooks.ts";
import { settleAccountDeletion } from "./settle-account-deletion.ts";

/** Whoever follows what is deleted is told of it. */
export interface DeletionDeps extends SettlingDeps {
  readonly hooks: Hooks;
}

/**
 * The actor of an account's deletion: waits out the 14 days in which it can be called off, then makes it
 * final (docs/rules.md#actors-kinds).
 */
export const accountDeletionActor = registerActor(definition, {
  settle: ({ em, hooks }: DeletionDeps, { userId }) => settleAccountDeletion(em, { userId }, hooks),
  attributes: () => ({}),
  details: () => [],
});
