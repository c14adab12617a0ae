import * as z from "zod";
import { inviteByCsv } from "../../activities/invitations/csv/invite-by-csv.ts";
import { nameSchema } from "../../contract/accounts/schema.ts";
import { csvOutcomeSchema, inviteByCsvSchema } from "../../contract/invitations/csv-schema.ts";
import { CSV_PEOPLE } from "../../contract/invitations/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { idSchema } from "../../contract/wire.ts";
import { maskContact } from "../../rules/accounts/mask-contact.ts";
import { type InviteeLine, readInvitees } from "../../rules/invitations/read-invitees.ts";
import type { ApiDeps } from "../deps.ts";
import { act, type Endpoint } from "../endpoint.ts";

const inviteAll = act({
  method: "POST",
  path: "/api/v1/workspaces/{workspaceId}/invitations/csv",
  name: "inviteByCsv",
  summary: "Invite the people of a file, up to 200, with an outcome for each",
  source: "docs/rules.md#invitations-csv",
  access: "workspace-coach",
  params: z.strictObject({ workspaceId: idSchema }),
  body: inviteByCsvSchema,
  answer: csvOutcomeSchema,
  changesWorkspace: true,
  idempotency: "key",
  handle: async ({ tx, granted, body, request, deps }) => {
    const outcomes = await inviteByCsv(tx, {
      workspaceId: granted.workspace.workspaceId,
      invitedByUserId: granted.caller.userId,
      lines: await provable(linesOf(body.csv), deps),
      formVersionId: body.formVersionId,
      invitationKey: deps.keys.invitation,
      requestId: request.requestId,
    });
    const lines = outcomes.map(({ contact, sendAt, ...rest }) => ({
      ...rest,
      sendAt: sendAt && sendAt.toISOString(),
      contact: contact && { kind: contact.kind, masked: maskContact(contact) },
    }));
    return { lines };
  },
});

/** The lines of a file. @throws Refusal VALIDATION_FAILED for one that is refused as a whole. */
function linesOf(csv: string): readonly InviteeLine[] {
  const isName = (name: string) => nameSchema.safeParse(name).success;
  const read = readInvitees(csv, { most: CSV_PEOPLE, isName });
  if (typeof read !== "string") return read;
  const message = `Not a file of at most ${CSV_PEOPLE} people with the columns email, phone, name`;
  throw new Refusal("VALIDATION_FAILED", { errors: [{ pointer: "/csv", code: read, message }] });
}

/** An invitation that nobody could accept is none. */
async function provable(lines: readonly InviteeLine[], deps: ApiDeps): Promise<InviteeLine[]> {
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

/** Inviting by file. */
export const csvInvitationEndpoints: readonly Endpoint[] = [inviteAll];
