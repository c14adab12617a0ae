import type { ExpressionBuilder } from "kysely";
import { jsonText } from "../platform/statements/sql-parts.ts";
import type { Tables } from "../tables.ts";

/**
 * The language of the mails of invitation `i` into workspace `w`, whose owner has the profile `o`: the chosen one, else
 * the workspace's, else the owner's.
 */
export function invitationLocale({ fn, ref }: OfInvitation) {
  return fn.coalesce("i.language", jsonText(ref("w.settings"), "locale"), "o.locale");
}

interface Joined extends Tables {
  readonly i: Tables["invitation"] | Tables["memberInvitation"];
  readonly w: Tables["coachWorkspace"];
  readonly o: Tables["coachProfile"];
}
type OfInvitation = ExpressionBuilder<Joined, "i" | "w" | "o">;
