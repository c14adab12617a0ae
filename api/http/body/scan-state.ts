import { BATCH_LIMITS } from "../../../contract/sync/vocabulary.ts";
import { pointerOf } from "./json-pointer.ts";
import type { JsonFault, JsonPart, JsonPath, JsonStop } from "./json-scan.ts";

/** Objects and arrays inside each other (docs/rooms/wire.md#body-limits). */
export const MAX_NESTING = 32;

/** Values of a body in all: members, items, and objects and arrays themselves (docs/rooms/wire.md#body-limits). */
export const MAX_VALUES = 300_000;

/** Values of a payload, and as many of all that stands outside of payloads. */
export const MAX_PART_VALUES = BATCH_LIMITS.payloadValues;

/** Bytes of a payload as it was sent, and characters of one text anywhere. */
export const MAX_PART_BYTES = BATCH_LIMITS.payloadBytes;

/** A body with more faults than this, or with tolerated ones at more places, is refused as a whole. */
export const MAX_FAULTS = 1000;

/** An open object or array. */
export interface Frame {
  /** Tells it from every other of the text. */
  readonly serial: number;
  readonly isObject: boolean;
  readonly names: string[];
  manyNames: Set<string> | null;
  /** The member being read. */
  at: string | number;
}

/** How far the scan has come. */
export interface Scan {
  readonly text: string;
  readonly toleratedPath: JsonPath | null;
  readonly faults: JsonFault[];
  readonly tolerated: JsonFault[];
  readonly parts: JsonPart[];
  /** Whose fault was tolerated last: the frame that the tolerated place is a member of. */
  toleratedIn: number;
  readonly frames: Frame[];
  top: Frame | undefined;
  opened: number;
  /** The next string names a member. */
  expectsKey: boolean;
  index: number;
  /** Where the payload begins that the scan stands in; -1 outside of one. */
  partStart: number;
  partValues: number;
  values: number;
  outerValues: number;
  /** Characters of names, texts and numbers outside of payloads. */
  outerCharacters: number;
  stop: JsonStop | null;
}

/** A scan that has read nothing yet. */
export function openState(text: string, toleratedPath: JsonPath | null): Scan {
  return {
    text,
    toleratedPath,
    faults: [],
    tolerated: [],
    parts: [],
    toleratedIn: -1,
    frames: [],
    top: undefined,
    opened: 0,
    expectsKey: false,
    index: 0,
    partStart: -1,
    partValues: 0,
    values: 0,
    outerValues: 0,
    outerCharacters: 0,
    stop: null,
  };
}

/** Counts a value where it stands; the first too many ends the scan. */
export function countValue(state: Scan): void {
  state.values += 1;
  if (state.values > MAX_VALUES) state.stop ??= { kind: "too-many-values", pointer: "" };
  const { partStart } = state;
  const inPart = partStart === -1 ? (state.outerValues += 1) : (state.partValues += 1);
  if (inPart > MAX_PART_VALUES) stopAt(state, "too-many-values");
  if (partStart !== -1 && state.index - partStart > MAX_PART_BYTES) stopAt(state, "too-big");
}

/**
 * Of what stands outside of payloads the words count; blanks between them are nothing to anybody. A body
 * without payloads is bounded by its route.
 */
export function countCharacters(state: Scan, start: number): void {
  if (state.partStart !== -1 || state.toleratedPath === null) return;
  state.outerCharacters += state.index - start;
  if (state.outerCharacters > MAX_PART_BYTES) state.stop ??= { kind: "too-big", pointer: "" };
}

export function endPart(state: Scan): void {
  const { text, partStart, index, frames } = state;
  // No character takes more than three bytes for each of its units.
  const mayBeTooBig = (index - partStart) * 3 > MAX_PART_BYTES;
  if (mayBeTooBig && Buffer.byteLength(text.slice(partStart, index)) > MAX_PART_BYTES)
    stopAt(state, "too-big");
  state.parts.push({ start: partStart, end: index, place: frames.map(({ at }) => at) });
  state.partStart = -1;
}

/** Whether what comes next stands at the tolerated path itself. */
export function isAtPart(state: Scan): boolean {
  const { frames, toleratedPath: path } = state;
  return path !== null && frames.length === path.length && stepsAlong(state, path) === path.length;
}

/** How many steps of a path the scan stands in. */
function stepsAlong({ frames }: Scan, path: JsonPath): number {
  const away = path.findIndex((name, depth) => {
    const frame = frames[depth];
    return frame === undefined || (name === "*" ? frame.isObject : frame.at !== name);
  });
  return away === -1 ? path.length : away;
}

/** Stops with a pointer as far as the scan stands in the tolerated path. */
export function stopAt(state: Scan, kind: "too-deep" | "too-many-values" | "too-big"): void {
  const { frames, toleratedPath: path } = state;
  const along = path === null ? 0 : stepsAlong(state, path);
  state.stop ??= { kind, pointer: placeOf(frames.slice(0, along)) };
}

export function placeOf(frames: readonly Frame[]): string {
  return pointerOf(frames.map(({ at }) => at));
}
