import { defineEntity, p } from "@mikro-orm/postgresql";

const LibraryRenditionSchema = defineEntity({
  name: "LibraryRendition",
  properties: {
    /** Hash of the original file. */
    sha256: p.text().primary(),
    width: p.integer().primary(),
    height: p.integer(),
    /** WebP. */
    bytes: p.blob(),
  },
});

/** The displayed form of a file, in one width. */
export class LibraryRendition extends LibraryRenditionSchema.class {}
LibraryRenditionSchema.setClass(LibraryRendition);
