import { BATCH_LIMITS } from "../../../contract/sync/vocabulary.ts";
import { pointerOf } from "./pointer.ts";
import type { JsonFault, JsonPart, JsonPath, JsonStop } from "./json-scan.ts";

/** Maximum nesting of objects and arrays (docs/rooms/wire.md#body-limits). */
export const MAX_NESTING = 32;

/** Maximum values of a body: members, items, and objects and arrays themselves (docs/rooms/wire.md#body-limits). */
export const MAX_VALUES = 300_000;

/** Maximum values of a payload, and of everything outside of payloads. */
export const MAX_PART_VALUES = BATCH_LIMITS.payloadValues;

/** Maximum bytes of a payload as sent, and characters of a single text. */
export const MAX_PART_BYTES = BATCH_LIMITS.payloadBytes;

/** A body with more faults, or with tolerated ones at more places, is refused as a whole. */
export const MAX_FAULTS = 1000;

/** An open object or array. */
export interface Frame {
  /** Distinguishes it from every other frame of the text. */
  readonly serial: number;
  readonly isObject: boolean;
  readonly names: string[];
  manyNames: Set<string> | null;
  /** The present member. */
  at: string | number;
}

/** The state of a scan. */
export interface Scan {
  readonly text: string;
  readonly toleratedPath: JsonPath | null;
  readonly faults: JsonFault[];
  readonly tolerated: JsonFault[];
  readonly parts: JsonPart[];
  /** The frame of the last tolerated fault: the one that contains the tolerated place. */
  toleratedIn: number;
  readonly frames: Frame[];
  top: Frame | undefined;
  opened: number;
  /** The next string is a member name. */
  expectsKey: boolean;
  index: number;
  /** Start of the present payload; -1 outside of one. */
  partStart: number;
  partValues: number;
  values: number;
  outerValues: number;
  /** Characters of names, texts and numbers outside of payloads. */
  outerCharacters: number;
  stop: JsonStop | null;
}

/** The state of a scan before its first character. */
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

/** Counts a value at its place; the first one over the limit ends the scan. */
export function countValue(state: Scan): void {
  state.values += 1;
  if (state.values > MAX_VALUES) state.stop ??= { kind: "too-many-values", pointer: "" };
  const { partStart } = state;
  const inPart = partStart === -1 ? (state.outerValues += 1) : (state.partValues += 1);
  if (inPart > MAX_PART_VALUES) stopAt(state, "too-many-values");
  if (partStart !== -1 && state.index - partStart > MAX_PART_BYTES) stopAt(state, "too-big");
}

/**
 * Counts the tokens outside of payloads; whitespace does not count. A body without payloads is limited by its route.
 */
export function countCharacters(state: Scan, start: number): void {
  if (state.partStart !== -1 || state.toleratedPath === null) return;
  state.outerCharacters += state.index - start;
  if (state.outerCharacters > MAX_PART_BYTES) state.stop ??= { kind: "too-big", pointer: "" };
}

export function endPart(state: Scan): void {
  const { text, partStart, index, frames } = state;
  // A UTF-16 unit takes at most three bytes.
  const mayBeTooBig = (index - partStart) * 3 > MAX_PART_BYTES;
  if (mayBeTooBig && Buffer.byteLength(text.slice(partStart, index)) > MAX_PART_BYTES)
    stopAt(state, "too-big");
  state.parts.push({ start: partStart, end: index, place: frames.map(({ at }) => at) });
  state.partStart = -1;
}

/** Whether the next value is at the tolerated path itself. */
export function isAtPart(state: Scan): boolean {
  const { frames, toleratedPath: path } = state;
  return path !== null && frames.length === path.length && stepsAlong(state, path) === path.length;
}

/** Number of steps of a path that match the scan's position. */
function stepsAlong({ frames }: Scan, path: JsonPath): number {
  const away = path.findIndex((name, depth) => {
    const frame = frames[depth];
    return frame === undefined || (name === "*" ? frame.isObject : frame.at !== name);
  });
  return away === -1 ? path.length : away;
}

/** Stops with a pointer to the part of the tolerated path that the scan has reached. */
export function stopAt(state: Scan, kind: "too-deep" | "too-many-values" | "too-big"): void {
  const { frames, toleratedPath: path } = state;
  const along = path === null ? 0 : stepsAlong(state, path);
  state.stop ??= { kind, pointer: placeOf(frames.slice(0, along)) };
}

export function placeOf(frames: readonly Frame[]): string {
  return pointerOf(frames.map(({ at }) => at));
}
