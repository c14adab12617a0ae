import type * as z from "zod";
import type { csvOutcomeSchema } from "../../contract/invitations/csv-schema.ts";
import type { ImportedLine, ImportView } from "../../db/invitations/imports/queries.ts";
import { maskContact } from "../../rules/accounts/mask-contact.ts";
import type { Contact } from "../../rules/accounts/normalize-contact.ts";
import { FAILED_LINE } from "../../rules/invitations/failed-line.ts";
import { invitationTarget } from "../../rules/invitations/invitation-target.ts";
import type { InviteeLine } from "../../rules/invitations/read-invitees.ts";

/** An import's state. The person of a line comes from its invitation, else from the file if it was sent along. */
export function presentImport(
  { importId, waiting, lines }: ImportView,
  file: readonly InviteeLine[] = [],
): z.output<typeof csvOutcomeSchema> {
  const named = new Map(
    file.flatMap((one) => (one.fault === null ? [[one.line, one.contact] as const] : [])),
  );
  return {
    importId,
    waiting,
    lines: lines.map((one) => {
      const { line, outcome, fault, invitationId, sendAt } = one;
      const contact = outcome === "INVALID" ? null : (named.get(line) ?? contactOf(one));
      return {
        line,
        outcome,
        invitationId,
        fault,
        sendAt: sendAt && sendAt.toISOString(),
        message: outcome === "FAILED" ? FAILED_LINE : null,
        contact: contact && { kind: contact.kind, masked: maskContact(contact) },
      };
    }),
  };
}

function contactOf({ targetEmail, targetPhone }: ImportedLine): Contact | null {
  return targetEmail === null && targetPhone === null
    ? null
    : invitationTarget({ targetEmail, targetPhone });
}
