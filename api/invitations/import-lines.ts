import { nameSchema } from "../../contract/accounts/schema.ts";
import { CSV_PEOPLE } from "../../contract/invitations/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type InviteeLine, readInvitees } from "../../rules/invitations/read-invitees.ts";
import type { ApiDeps } from "../api-deps.ts";

/** The lines of a file. @throws Refusal VALIDATION_FAILED if the whole file is refused. */
export function importLinesOf(csv: string): readonly InviteeLine[] {
  const isName = (name: string) => nameSchema.safeParse(name).success;
  const read = readInvitees(csv, { most: CSV_PEOPLE, isName });
  if (typeof read !== "string") return read;
  const message = `Not a file of at most ${CSV_PEOPLE} people with the columns email, phone, name`;
  throw new Refusal("VALIDATION_FAILED", { errors: [{ pointer: "/csv", code: read, message }] });
}

/**
 * The same lines; a line whose contact no provider can prove becomes INVALID, because nobody could accept its
 * invitation.
 */
export async function provable(
  lines: readonly InviteeLine[],
  deps: Pick<ApiDeps, "providers">,
): Promise<InviteeLine[]> {
  const proves = {
    EMAIL: await deps.providers.proves("EMAIL"),
    PHONE: await deps.providers.proves("PHONE"),
  };
  return lines.map((one) =>
    one.fault !== null || proves[one.contact.kind]
      ? one
      : { line: one.line, fault: "not_provable" },
  );
}
