import { defineEntity, p } from "@mikro-orm/postgresql";
import type { ExportSection } from "../../contract/privacy/export-vocabulary.ts";
import { User } from "../accounts/user.ts";

const AccountExportSchema = defineEntity({
  name: "AccountExport",
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().unique(),
    requestedAt: p.datetime(),
    /** What is written next; null once all is there. */
    nextSection: p.text().$type<ExportSection>().strictNullable(),
    /** The fact of that section behind which it goes on. */
    afterId: p.uuid().strictNullable(),
    partCount: p.integer(),
    factCount: p.integer(),
    readyAt: p.datetime().strictNullable(),
    expiresAt: p.datetime().strictNullable(),
  },
});

/** What a person asked to be told of everything that is kept of them (docs/rooms/accounts.md#export). */
export class AccountExport extends AccountExportSchema.class {}
AccountExportSchema.setClass(AccountExport);
