import type { JsonFault, JsonPath, JsonScanner } from "./json-scan.ts";
import { endOfNumber, endOfString, isUnsafeNumber, unescapeString } from "./json-tokens.ts";
import {
  countCharacters,
  countValue,
  endPart,
  type Frame,
  isAtPart,
  MAX_FAULTS,
  MAX_NESTING,
  MAX_PART_BYTES,
  openState,
  placeOf,
  type Scan,
  stopAt,
} from "./scan-state.ts";

/**
 * Scans a text in a single pass, in as many steps as its reader likes. Never throws: `JSON.parse` reports a text that
 * is not JSON.
 *
 * @param toleratedPath a place whose faults the caller judges; its values are payloads with their own limits.
 */
export function openScan(text: string, toleratedPath: JsonPath | null): JsonScanner {
  const state = openState(text, toleratedPath);
  const { faults, tolerated, parts } = state;
  return (characters) => {
    const until = Math.min(text.length, state.index + characters);
    while (state.index < until && state.stop === null) step(state);
    if (state.stop !== null) return state.stop;
    return state.index < text.length ? null : { kind: "scanned", faults, tolerated, parts };
  };
}

/** From this number of names on, a set finds one faster. */
const FEW_NAMES = 8;

const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];
const [QUOTE, COMMA, MINUS, ZERO, NINE] = [0x22, 0x2c, 0x2d, 0x30, 0x39];
const [LOWER_F, LOWER_N, LOWER_T] = [0x66, 0x6e, 0x74];

function step(state: Scan): void {
  const { text, index } = state;
  const char = text.charCodeAt(index);
  if (char === QUOTE) scanString(state);
  else if (char === COMMA) nextMember(state);
  else if (char === OPEN_OBJECT || char === OPEN_ARRAY) open(state, char === OPEN_OBJECT);
  else if (char === CLOSE_OBJECT || char === CLOSE_ARRAY) close(state);
  else if (char === MINUS || (char >= ZERO && char <= NINE)) scanNumber(state);
  else if (char === LOWER_T || char === LOWER_F || char === LOWER_N) {
    countValue(state);
    state.index += char === LOWER_F ? "false".length : "true".length;
  } else state.index += 1;
}

function open(state: Scan, isObject: boolean): void {
  if (state.partStart === -1 && isAtPart(state)) {
    state.partStart = state.index;
    state.partValues = 0;
  }
  countValue(state);
  const serial = (state.opened += 1);
  state.top = { serial, isObject, names: [], manyNames: null, at: isObject ? "" : 0 };
  state.frames.push(state.top);
  state.expectsKey = isObject;
  state.index += 1;
  if (state.frames.length > MAX_NESTING) stopAt(state, "too-deep");
}

function close(state: Scan): void {
  state.frames.pop();
  state.top = state.frames.at(-1);
  state.expectsKey = false;
  state.index += 1;
  if (state.partStart !== -1 && state.frames.length === state.toleratedPath?.length) endPart(state);
}

function nextMember(state: Scan): void {
  if (typeof state.top?.at === "number") state.top.at += 1;
  else state.expectsKey = true;
  state.index += 1;
}

function scanString(state: Scan): void {
  const start = state.index;
  const end = endOfString(state.text, start, start + MAX_PART_BYTES + 3);
  const isKey = state.expectsKey;
  if (!isKey) countValue(state);
  state.index = end;
  countCharacters(state, start);
  if (end - start - 2 > MAX_PART_BYTES) return stopAt(state, "too-big");
  const content = state.text.slice(start, end);
  const escaped = content.includes("\\");
  if (isKey) enterMember(state, escaped ? unescapeString(content) : content.slice(1, -1));
  if (escaped) reportEscapes(state, content);
}

function enterMember(state: Scan, key: string): void {
  state.expectsKey = false;
  const { top } = state;
  if (top === undefined || !top.isObject) return;
  top.at = key;
  if (!isNewName(top, key)) report(state, "duplicate_key");
}

function isNewName(frame: Frame, name: string): boolean {
  const { names, manyNames } = frame;
  if (manyNames !== null) {
    const { size } = manyNames;
    return manyNames.add(name).size > size;
  }
  if (names.includes(name)) return false;
  if (names.push(name) > FEW_NAMES) frame.manyNames = new Set(names);
  return true;
}

function scanNumber(state: Scan): void {
  countValue(state);
  const start = state.index;
  state.index = endOfNumber(state.text, start);
  countCharacters(state, start);
  if (isUnsafeNumber(state.text.slice(start, state.index))) report(state, "unsafe_number");
}

/** Raw text is well-formed UTF-8, so only an escape can encode a lone surrogate or a NUL. */
function reportEscapes(state: Scan, content: string): void {
  if (!content.includes("\\u")) return;
  const value = unescapeString(content);
  if (value.includes("\0")) report(state, "nul_character");
  if (!value.isWellFormed()) report(state, "lone_surrogate");
}

/** Only the first fault of a tolerated place is reported: reporting all would be endless work. */
function report(state: Scan, code: JsonFault["code"]): void {
  const { faults, tolerated, frames, toleratedPath } = state;
  if (toleratedPath !== null && (state.partStart !== -1 || isAtPart(state))) {
    const serial = frames[toleratedPath.length - 1]?.serial ?? -1;
    if (serial === state.toleratedIn) return;
    state.toleratedIn = serial;
    tolerated.push({ pointer: placeOf(frames), code });
  } else faults.push({ pointer: placeOf(frames), code });
  if (faults.length + tolerated.length > MAX_FAULTS)
    state.stop ??= { kind: "too-many-faults", faults: [...faults, ...tolerated] };
}
