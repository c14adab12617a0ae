import type { ImportFault } from "../../../contract/exercises/image-vocabulary.ts";

/** A picture in one width, as WebP; one that is narrower is not made wider. */
export interface Rendition {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** A picture that was decoded: its own size, and what is shown of it. */
export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  readonly renditions: readonly Rendition[];
}

/** What the decoder answers. */
export type DecoderAnswer =
  | { readonly image: DecodedImage; readonly fault: null }
  | { readonly image: null; readonly fault: ImportFault };
