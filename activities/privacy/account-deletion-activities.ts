import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { ActorAgenda } from "../../rules/outbox/actor-agenda.ts";
import { accountDeletionActorId } from "../../rules/privacy/account-deletion.ts";
import { failQuietly } from "../fail-quietly.ts";
import { settling } from "../outbox/settling.ts";
import {
  settleAccountDeletion,
  type SettleAccountDeletionInput,
} from "./settle-account-deletion.ts";

/** The acts of accounts as a worker registers them. */
export interface AccountActivities {
  settleAccountDeletion(input: SettleAccountDeletionInput): Promise<ActorAgenda>;
}

/** Makes the activities of accounts. */
export function createAccountActivities({
  em,
  log,
}: {
  readonly em: SqlEntityManager;
  readonly log: Logger;
}): AccountActivities {
  return {
    settleAccountDeletion: failQuietly(
      { log, name: "settleAccountDeletion" },
      (input: SettleAccountDeletionInput) =>
        settling({ em, workflowId: accountDeletionActorId(input.userId) }, () =>
          settleAccountDeletion(em, input),
        ),
    ),
  };
}
