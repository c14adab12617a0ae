import { defineEntity, p } from "@mikro-orm/postgresql";
import type { ExportSection } from "../../contract/privacy/export-vocabulary.ts";
import { User } from "../accounts/user.ts";

const AccountExportSchema = defineEntity({
  name: "AccountExport",
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().unique(),
    requestedAt: p.datetime(),
    /** The section to write next; null once all are written. */
    nextSection: p.text().$type<ExportSection>().strictNullable(),
    /** The last written fact of that section. */
    afterId: p.uuid().strictNullable(),
    partCount: p.integer(),
    factCount: p.integer(),
    readyAt: p.datetime().strictNullable(),
    expiresAt: p.datetime().strictNullable(),
  },
});

/** A person's export of all data stored about them (docs/rooms/accounts.md#export). */
export class AccountExport extends AccountExportSchema.class {}
AccountExportSchema.setClass(AccountExport);
