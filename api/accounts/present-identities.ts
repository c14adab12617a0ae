import type { z } from "zod";
import type { identityListSchema } from "../../contract/accounts/identity-schema.ts";
import type { IdentityRow } from "../../db/accounts/identities/queries.ts";

/** The sign-ins of an account for its user; the provider's subjects are not shown. */
export function presentIdentities(
  rows: readonly IdentityRow[],
): z.output<typeof identityListSchema> {
  return { items: rows.map(({ id, ...rest }) => ({ identityId: id, ...rest })) };
}
