import { invitationImportActor as definition } from "../../../contract/invitations/invitation-import-actor.ts";
import { registerActor } from "../../outbox/register-actor.ts";
import type { InvitationDeps } from "../invitation-actor.ts";
import { settleImport } from "./settle-import.ts";

/**
 * The actor of a file of people: judges the lines that its request left without an outcome
 * (docs/rooms/actors.md#kinds).
 */
export const invitationImportActor = registerActor(definition, {
  settle: ({ em, invitationKey, log }: InvitationDeps, { importId }) =>
    settleImport(em, { importId, invitationKey, log }),
  attributes: () => ({}),
  details: () => [],
});
