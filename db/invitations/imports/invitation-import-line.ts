import { defineEntity, p } from "@mikro-orm/postgresql";
import type { CsvFault, CsvOutcome } from "../../../contract/invitations/vocabulary.ts";
import { InvitationImport } from "./invitation-import.ts";

const InvitationImportLineSchema = defineEntity({
  name: "InvitationImportLine",
  properties: {
    importId: () => p.manyToOne(InvitationImport).mapToPk().primary().deleteRule("cascade"),
    line: p.integer().primary(),
    outcome: p.text().$type<CsvOutcome>().strictNullable(),
    fault: p.text().$type<CsvFault>().strictNullable(),
    invitationId: p.uuid().strictNullable(),
    sendAt: p.datetime().strictNullable(),
  },
  indexes: [
    {
      name: "invitation_import_line_failed_idx",
      properties: "importId",
      where: "outcome = 'FAILED'",
    },
  ],
});

/** A line of a file, by number; only its invitation names the person. `outcome` is null while it waits. */
export class InvitationImportLine extends InvitationImportLineSchema.class {}

InvitationImportLineSchema.setClass(InvitationImportLine);
