import type { ImportFault } from "../../../contract/exercises/image-vocabulary.ts";

/** The decoder's answer. */
export type DecoderAnswer =
  | { readonly image: DecodedImage; readonly fault: null }
  | { readonly image: null; readonly fault: ImportFault };

/** A picture in one width, as WebP; a narrower picture is not enlarged. */
export interface Rendition {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** A decoded picture: its original size and its renditions. */
export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  readonly renditions: readonly Rendition[];
}
