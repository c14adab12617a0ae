import { accountExportActor as definition } from "../../../contract/privacy/account-export-actor.ts";
import { registerActor, type SettlingDeps } from "../../outbox/register-actor.ts";
import { settleAccountExport } from "./settle-account-export.ts";

/** The actor of an export: writes it slice by slice, and deletes it when it expires (docs/rooms/actors.md#kinds). */
export const accountExportActor = registerActor(definition, {
  settle: ({ em }: SettlingDeps, { exportId }) => settleAccountExport(em, { exportId }),
  attributes: () => ({}),
  details: () => [],
});
