import { defineEntity, p } from "@mikro-orm/postgresql";

const LibraryRenditionSchema = defineEntity({
  name: "LibraryRendition",
  properties: {
    /** Of the file that it was made of. */
    sha256: p.text().primary(),
    width: p.integer().primary(),
    height: p.integer(),
    /** WebP. */
    bytes: p.blob(),
  },
});

/** What is shown of a file, in one width. */
export class LibraryRendition extends LibraryRenditionSchema.class {}
LibraryRenditionSchema.setClass(LibraryRendition);
