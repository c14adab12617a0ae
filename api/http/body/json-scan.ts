/** The result of a scan. */
export type JsonScan =
  | {
      readonly kind: "scanned";
      readonly faults: readonly JsonFault[];
      readonly tolerated: readonly JsonFault[];
      /** Payloads that are objects or arrays, in text order. */
      readonly parts: readonly JsonPart[];
    }
  | JsonStop;

/** A place where a body is JSON but not I-JSON (RFC 7493), by RFC 6901 pointer. */
export interface JsonFault {
  readonly pointer: string;
  readonly code: "duplicate_key" | "lone_surrogate" | "nul_character" | "unsafe_number";
}

/** A path of member names from the root; `*` matches every item of an array. */
export type JsonPath = readonly string[];

/** A reason to stop early; `pointer` names the operation or the payload if known. */
export type JsonStop =
  | { readonly kind: "too-deep" | "too-many-values" | "too-big"; readonly pointer: string }
  | { readonly kind: "too-many-faults"; readonly faults: readonly JsonFault[] };

/** A payload: its text range, and the names and numbers on the way to it. */
export interface JsonPart {
  readonly start: number;
  readonly end: number;
  readonly place: readonly (string | number)[];
}

/** A scan in progress: reads a number of characters, and returns null while there are more. */
export type JsonScanner = (characters: number) => JsonScan | null;
