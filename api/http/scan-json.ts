import { pointerOf } from "./json-pointer.ts";

/** A place where a body is JSON but not I-JSON (RFC 7493), by RFC 6901 pointer. */
export interface JsonFault {
  readonly pointer: string;
  readonly code: "duplicate_key" | "lone_surrogate" | "nul_character" | "unsafe_number";
}

/** A path of member names from the root; `*` is every item of an array. */
export type JsonPath = readonly string[];

/** Objects and arrays inside each other (docs/rules.md#wire-body-limits). */
export const MAX_NESTING = 32;

/** A body with more faults than this, or with tolerated ones at more places, is refused as a whole. */
const MAX_FAULTS = 1000;

/** An open object or array: `keys` is null for an array, `at` the member being read. */
interface Frame {
  readonly keys: Set<string> | null;
  at: string | number;
}

/** How far the scan has come. */
interface Scan {
  readonly text: string;
  readonly toleratedPath: JsonPath | null;
  readonly faults: JsonFault[];
  readonly tolerated: JsonFault[];
  /** Place of the newest tolerated fault. */
  toleratedAt: string | null;
  readonly frames: Frame[];
  top: Frame | undefined;
  /** The next string names a member. */
  expectsKey: boolean;
}

const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];
const [QUOTE, COMMA, BACKSLASH, MINUS, ZERO, NINE] = [0x22, 0x2c, 0x5c, 0x2d, 0x30, 0x39];

/** What a scan came to: the end, or a reason to stop before it. */
export type JsonScan =
  | {
      readonly kind: "scanned";
      readonly faults: readonly JsonFault[];
      readonly tolerated: readonly JsonFault[];
    }
  | { readonly kind: "too-deep"; readonly pointer: string }
  | { readonly kind: "too-many-faults"; readonly faults: readonly JsonFault[] };

/** Looks a text over in one pass. Never throws: what is no JSON at all is left to `JSON.parse`. */
export function scanJson(text: string, toleratedPath: JsonPath | null): JsonScan {
  const state: Scan = {
    text,
    toleratedPath,
    faults: [],
    tolerated: [],
    toleratedAt: null,
    frames: [],
    top: undefined,
    expectsKey: false,
  };
  const { faults, tolerated, frames } = state;
  let index = 0;
  while (index < text.length) {
    const char = text.charCodeAt(index);
    if (char === QUOTE) {
      index = scanString(state, index);
    } else if (char === MINUS || (char >= ZERO && char <= NINE)) {
      index = scanNumber(state, index);
    } else {
      if (char === COMMA) nextMember(state);
      else if (char === OPEN_OBJECT || char === OPEN_ARRAY) open(state, char === OPEN_OBJECT);
      else if (char === CLOSE_OBJECT || char === CLOSE_ARRAY) close(state);
      index += 1;
    }
    if (frames.length > MAX_NESTING) return { kind: "too-deep", pointer: pathPointer(state) };
    if (faults.length + tolerated.length > MAX_FAULTS) {
      return { kind: "too-many-faults", faults: [...faults, ...tolerated] };
    }
  }
  return { kind: "scanned", faults, tolerated };
}

function open(state: Scan, isObject: boolean): void {
  state.top = isObject ? { keys: new Set(), at: "" } : { keys: null, at: 0 };
  state.frames.push(state.top);
  state.expectsKey = isObject;
}

function close(state: Scan): void {
  state.frames.pop();
  state.top = state.frames.at(-1);
  state.expectsKey = false;
}

function nextMember(state: Scan): void {
  if (typeof state.top?.at === "number") state.top.at += 1;
  else state.expectsKey = true;
}

function scanString(state: Scan, start: number): number {
  const end = endOfString(state.text, start);
  const content = state.text.slice(start, end);
  const escaped = content.includes("\\");
  if (state.expectsKey) enterMember(state, escaped ? unescape(content) : content.slice(1, -1));
  if (escaped) reportEscapes(state, content);
  return end;
}

function enterMember(state: Scan, key: string): void {
  state.expectsKey = false;
  const { top } = state;
  if (top?.keys === undefined || top.keys === null) return;
  top.at = key;
  if (top.keys.has(key)) report(state, "duplicate_key");
  top.keys.add(key);
}

function scanNumber(state: Scan, start: number): number {
  const end = endOfNumber(state.text, start);
  if (isUnsafeNumber(state.text.slice(start, end))) report(state, "unsafe_number");
  return end;
}

function report(state: Scan, code: JsonFault["code"]): void {
  const { faults, tolerated, frames } = state;
  const path = state.toleratedPath;
  const isTolerated = path !== null && stepsAlong(state, path) === path.length;
  const place = isTolerated ? pathPointer(state) : null;
  // A place is full of faults as soon as it has one: naming the others would be endless work.
  if (place !== null && place === state.toleratedAt) return;
  state.toleratedAt = place ?? state.toleratedAt;
  (isTolerated ? tolerated : faults).push({ pointer: pointerOf(frames.map(({ at }) => at)), code });
}

/** How many steps of a path the scan stands in. */
function stepsAlong({ frames }: Scan, path: JsonPath): number {
  const away = path.findIndex((name, depth) => {
    const frame = frames[depth];
    return frame === undefined || (name === "*" ? frame.keys !== null : frame.at !== name);
  });
  return away === -1 ? path.length : away;
}

/** Pointer as far as the scan stands in the tolerated path. */
function pathPointer(state: Scan): string {
  const { frames, toleratedPath } = state;
  if (toleratedPath === null) return "";
  return pointerOf(frames.slice(0, stepsAlong(state, toleratedPath)).map(({ at }) => at));
}

/** Index after the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1) {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
  return text.length;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && NUMBER_PART.has(text.charCodeAt(end))) end += 1;
  return end;
}

const NUMBER_PART = new Set(Buffer.from("0123456789+-.eE"));

/** Not finite as a double, or an integer that a double does not hold exactly. */
function isUnsafeNumber(literal: string): boolean {
  if (literal.length < 16 && !/[eE]/.test(literal)) return false;
  const value = Number(literal);
  return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

/** Raw text is well-formed UTF-8, so only an escape can spell a lone surrogate or a NUL. */
function reportEscapes(state: Scan, content: string): void {
  if (!content.includes("\\u")) return;
  const value = unescape(content);
  if (value.includes("\0")) report(state, "nul_character");
  if (!value.isWellFormed()) report(state, "lone_surrogate");
}

function unescape(content: string): string {
  try {
    return String(JSON.parse(content));
  } catch {
    return content;
  }
}
