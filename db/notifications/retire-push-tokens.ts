import { sql } from "kysely";
import type { PushTokenEnd } from "../../contract/notifications/vocabulary.ts";
import type { Tx } from "../transact.ts";

/** Which push tokens. */
export type PushTokenChoice =
  | { readonly kind: "IDS"; readonly ids: readonly string[] }
  | { readonly kind: "SESSIONS"; readonly sessionIds: readonly string[] }
  /** Those of the sessions that use the devices, besides one session. */
  | {
      readonly kind: "DEVICES";
      readonly deviceIds: readonly string[];
      readonly besides: string | null;
    };

/** Retires those of the chosen tokens that are active; the tokens themselves are forgotten. */
export async function retirePushTokens(
  tx: Tx,
  retirement: { readonly which: PushTokenChoice; readonly reason: PushTokenEnd },
): Promise<void> {
  await sql`
    update push_token
       set status = 'RETIRED', retired_for = ${retirement.reason}, retired_at = clock_now(),
           updated_at = clock_now(), token = null
     where status = 'ACTIVE' and ${isChosen(retirement.which)}
  `.execute(tx.getKysely());
}

function isChosen(which: PushTokenChoice) {
  switch (which.kind) {
    case "IDS":
      return sql<boolean>`id = any(${which.ids}::uuid[])`;
    case "SESSIONS":
      return sql<boolean>`app_session_id = any(${which.sessionIds}::uuid[])`;
    case "DEVICES":
      return sql<boolean>`app_session_id in (
        select d.app_session_id from device d where d.id = any(${which.deviceIds}::uuid[])
           and d.app_session_id is distinct from ${which.besides}::uuid)`;
  }
}
