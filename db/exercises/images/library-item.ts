import { defineEntity, p } from "@mikro-orm/postgresql";
import { LicenceSource } from "./licence-source.ts";

const LibraryItemSchema = defineEntity({
  name: "LibraryItem",
  properties: {
    id: p.uuid().primary(),
    sourceKey: () =>
      p.manyToOne(LicenceSource).mapToPk().updateRule("no action").deleteRule("no action"),
    sourceId: p.text(),
    name: p.text(),
    equipment: p.text().strictNullable(),
    primaryMuscles: p.array(),
    secondaryMuscles: p.array(),
    category: p.text().strictNullable(),
    payload: p.json<Readonly<Record<string, unknown>>>(),
    itemHash: p.text(),
    importVersion: p.text(),
    importedAt: p.datetime(),
  },
  uniques: [{ name: "library_item_source_unique", properties: ["sourceKey", "sourceId"] }],
});

/** An entry of an image library, as the library describes it. */
export class LibraryItem extends LibraryItemSchema.class {}
LibraryItemSchema.setClass(LibraryItem);
