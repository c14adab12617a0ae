import { defineEntity, p } from "@mikro-orm/postgresql";
import { LibraryItem } from "./library-item.ts";
import { LicenceSource } from "./licence-source.ts";

const LibraryAssetSchema = defineEntity({
  name: "LibraryAsset",
  properties: {
    id: p.uuid().primary(),
    itemId: () =>
      p.manyToOne(LibraryItem).mapToPk().updateRule("no action").deleteRule("no action"),
    sourcePath: p.text(),
    position: p.integer(),
    sha256: p.text(),
    sizeBytes: p.integer(),
    width: p.integer(),
    height: p.integer(),
    licenceSourceKey: () =>
      p.manyToOne(LicenceSource).mapToPk().updateRule("no action").deleteRule("no action"),
    sourceUrl: p.text().strictNullable(),
    importedAt: p.datetime(),
  },
  uniques: [{ name: "library_asset_path_unique", properties: ["itemId", "sourcePath"] }],
  indexes: [{ name: "library_asset_licence_idx", properties: ["licenceSourceKey"] }],
});

/** A picture of an item, under the licence of its source. */
export class LibraryAsset extends LibraryAssetSchema.class {}
LibraryAssetSchema.setClass(LibraryAsset);
