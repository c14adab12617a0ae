import { defineEntity, p } from "@mikro-orm/postgresql";
import type { ExportSection } from "../../contract/privacy/export-vocabulary.ts";
import { AccountExport } from "./account-export.ts";

const AccountExportPartSchema = defineEntity({
  name: "AccountExportPart",
  properties: {
    exportId: () => p.manyToOne(AccountExport).mapToPk().primary().deleteRule("cascade"),
    position: p.integer().primary(),
    section: p.text().$type<ExportSection>(),
    /** Facts as JSON objects, with commas between them. */
    facts: p.text(),
  },
});

/** A slice of an export, in its order. */
export class AccountExportPart extends AccountExportPartSchema.class {}
AccountExportPartSchema.setClass(AccountExportPart);
