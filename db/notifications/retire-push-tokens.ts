import type { ExpressionBuilder } from "kysely";
import type { PushTokenEnd } from "../../contract/notifications/vocabulary.ts";
import { clockNow } from "../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** Retires those of the chosen tokens that are active, and deletes the tokens themselves. */
export async function retirePushTokens(
  tx: Tx,
  retirement: { readonly which: PushTokenChoice; readonly reason: PushTokenEnd },
): Promise<void> {
  await tables(tx)
    .updateTable("pushToken")
    .set({
      status: "RETIRED",
      retiredFor: retirement.reason,
      retiredAt: clockNow,
      updatedAt: clockNow,
      token: null,
    })
    .where("status", "=", "ACTIVE")
    .where((token) => isChosen(token, retirement.which))
    .execute();
}

/** Selects push tokens. */
export type PushTokenChoice =
  | { readonly kind: "IDS"; readonly ids: readonly string[] }
  | { readonly kind: "SESSIONS"; readonly sessionIds: readonly string[] }
  /** Tokens of the sessions that use the devices, except one session. */
  | {
      readonly kind: "DEVICES";
      readonly deviceIds: readonly string[];
      readonly alsoSessionId: string | null;
    };

function isChosen(token: ExpressionBuilder<Tables, "pushToken">, which: PushTokenChoice) {
  const { fn, val } = token;
  switch (which.kind) {
    case "IDS":
      return token("id", "=", fn.any(val(which.ids)));
    case "SESSIONS":
      return token("appSessionId", "=", fn.any(val(which.sessionIds)));
    case "DEVICES":
      return token(
        "appSessionId",
        "in",
        token
          .selectFrom("device as d")
          .select("d.appSessionId")
          .where("d.id", "=", fn.any(val(which.deviceIds)))
          .where("d.appSessionId", "is distinct from", which.alsoSessionId),
      );
  }
}
