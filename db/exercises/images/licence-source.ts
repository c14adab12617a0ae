import { defineEntity, p } from "@mikro-orm/postgresql";
import type { LicenceVerdict } from "../../../contract/exercises/image-vocabulary.ts";

const LicenceSourceSchema = defineEntity({
  name: "LicenceSource",
  properties: {
    key: p.text().primary(),
    name: p.text(),
    licence: p.text(),
    licenceUrl: p.text().strictNullable(),
    homeUrl: p.text().strictNullable(),
    evidence: p.text(),
    attribution: p.text(),
    verdict: p.text().$type<LicenceVerdict>(),
    revision: p.integer(),
    decidedBy: p.text().strictNullable(),
    decidedAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A source of pictures, and whether they may be shown. */
export class LicenceSource extends LicenceSourceSchema.class {}
LicenceSourceSchema.setClass(LicenceSource);
