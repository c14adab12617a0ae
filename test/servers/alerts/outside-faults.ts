import { sql } from "kysely";
import { redriveDeadLetters } from "../../../activities/outbox/redrive-dead-letters.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { buildCoach, buildInvitation } from "../../factories/accounts/identity.ts";
import { type AlertFault, repeat } from "./alert-fault.ts";

/** Faults of the servers around the product, and of its callers. */
export const OUTSIDE_FAULTS: readonly AlertFault[] = [
  {
    fault: "the identity provider is away when a token has a new key",
    alerts: ["IdentityProviderAway"],
    strike: async ({ issuer, api }) => {
      await issuer.rotate("kept");
      issuer.setAway(true);
      const token = await issuer.sign();
      await api.call("GET", "/api/v1/auth/me", { token });
      return async () => issuer.setAway(false);
    },
  },
  {
    fault: "the mail server refuses twelve tries",
    alerts: ["DeadLetters"],
    strike: async ({ direct: { deps }, mail }) => {
      const { em } = deps.database;
      mail.refuse(true);
      await buildInvitation(em, await buildCoach(em));
      // Only the pauses between the tries are skipped: together they last twenty minutes.
      const hurry = repeat(500, () =>
        sql`update outbox set available_at = clock_now()
            where consumer = 'mail' and attempts > 0 and dead_at is null`.execute(
          em.fork().getKysely(),
        ),
      );
      return async () => {
        await hurry();
        mail.refuse(false);
        await transact(em, (tx) => redriveDeadLetters(tx, { ids: null }));
      };
    },
  },
  {
    fault: "one address floods the routes of authentication",
    alerts: ["RequestsRejected", "SignInsRefused"],
    strike: async ({ api }) =>
      repeat(100, () => api.call("GET", "/api/v1/auth/me", { headers: {} })),
  },
];
