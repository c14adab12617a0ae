/** Whether pictures of a source may be shown: HELD until somebody decided, WITHDRAWN since they may no more. */
export const LICENCE_VERDICTS = ["HELD", "SHOWN", "WITHDRAWN"] as const;
export type LicenceVerdict = (typeof LICENCE_VERDICTS)[number];

/** Widths in pixels in which a picture is kept; one that is narrower is not made larger. */
export const IMAGE_WIDTHS = [160, 320, 640] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** The width that lists show. */
export const THUMBNAIL_WIDTH: ImageWidth = 320;

/** How long a picture may be kept by who asked for it: a licence may be withdrawn. In seconds. */
export const IMAGE_CACHE_SECONDS = 24 * 60 * 60;

/** What an import may be made of: whatever is beyond is refused before it is read, or while. */
export const IMPORT_LIMITS = {
  files: 20_000,
  fileBytes: 8 * 1024 * 1024,
  /** Of all files together, unpacked. */
  allBytes: 1024 * 1024 * 1024,
  items: 5_000,
  imagesOfItem: 10,
} as const;

/** What decoding a picture may take; it runs in a process of its own. */
export const DECODER_LIMITS = {
  pixels: 24_000_000,
  milliseconds: 10_000,
  memoryBytes: 768 * 1024 * 1024,
} as const;

/** Why an import was refused; nothing of it was kept. */
export const IMPORT_FAULTS = [
  "NOT_AN_ARCHIVE",
  "PATH_OUTSIDE",
  "TOO_MANY_FILES",
  "FILE_TOO_LARGE",
  "ALL_TOO_LARGE",
  "MANIFEST_MISSING",
  "MANIFEST_MALFORMED",
  "ITEM_TWICE",
  "FILE_MISSING",
  "TYPE_UNSUPPORTED",
  "IMAGE_MALFORMED",
  "IMAGE_TOO_LARGE",
  "DECODER_STOPPED",
] as const;
export type ImportFault = (typeof IMPORT_FAULTS)[number];
