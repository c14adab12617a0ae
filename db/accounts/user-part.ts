import type { ExpressionBuilder } from "kysely";
import { instantText, jsonList, jsonObject } from "../platform/statements/sql-parts.ts";
import type { Tables } from "../tables.ts";

// Parts of the statements that read an account at once; `u` is the user.

/** The user as the account's own apps see it, as one JSON value. */
export function userPart({ ref }: OfUser) {
  return jsonObject({
    id: ref("u.id"),
    displayName: ref("u.displayName"),
    primaryEmail: ref("u.primaryEmail"),
    primaryPhone: ref("u.primaryPhone"),
    status: ref("u.status"),
    roles: ref("u.roles"),
    createdAt: instantText(ref("u.createdAt")),
  });
}

type OfUser = ExpressionBuilder<Tables & { readonly u: Tables["appUser"] }, "u">;

/** The pairs of legal versions that the user accepted. */
export function acceptedTermsPart({ selectFrom }: OfUser) {
  const pairs = selectFrom("termsAcceptance as t")
    .whereRef("t.userId", "=", "u.id")
    .select(({ ref }) =>
      jsonObject({
        termsVersion: ref("t.termsVersion"),
        privacyVersion: ref("t.privacyVersion"),
      }).as("entry"),
    );
  return jsonList(pairs);
}
