/** Whether pictures of a source may be shown. HELD: not decided yet. WITHDRAWN: the permission was withdrawn. */
export const LICENCE_VERDICTS = ["HELD", "SHOWN", "WITHDRAWN"] as const;
export type LicenceVerdict = (typeof LICENCE_VERDICTS)[number];

/** Stored widths of a picture, in pixels; a narrower picture is not enlarged. */
export const IMAGE_WIDTHS = [160, 320, 640] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** The width used in lists. */
export const THUMBNAIL_WIDTH: ImageWidth = 320;

/** Seconds for which a picture may be cached by its requester; short, because a licence may be withdrawn. */
export const IMAGE_CACHE_SECONDS = 24 * 60 * 60;

/** Limits of an import. A file that exceeds one is refused before or while it is read. */
export const IMPORT_LIMITS = {
  files: 20_000,
  fileBytes: 8 * 1024 * 1024,
  /** Total of all files, unpacked. */
  allBytes: 1024 * 1024 * 1024,
  items: 5_000,
  imagesOfItem: 10,
} as const;

/** Resource limits of the decoder, which runs in a separate process. */
export const DECODER_LIMITS = {
  pixels: 24_000_000,
  milliseconds: 10_000,
  memoryBytes: 768 * 1024 * 1024,
} as const;

/** Why an import was refused; nothing of it is stored. */
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
