import { TASK_SOURCE_TYPES } from "../vocabulary.ts";

/**
 * Source of an item withheld from a day (docs/rooms/agenda.md#withheld-occurrences). `DAY` means that the day itself
 * could not be opened.
 */
export const WITHHELD_SOURCE_TYPES = [...TASK_SOURCE_TYPES, "DAY"] as const;
export type WithheldSourceType = (typeof WITHHELD_SOURCE_TYPES)[number];

/** An occurrence is withheld from its day, or a whole day is withheld. */
export const WITHHELD_KINDS = ["OCCURRENCE", "DAY"] as const;
export type WithheldKind = (typeof WITHHELD_KINDS)[number];

/**
 * Fault that withholds an occurrence:
 * - `VALUE`: the database cannot store or read one of its values (SQLSTATE class 22).
 * - `CONSTRAINT`: it violates a constraint (SQLSTATE class 23).
 * - `RULE`: a rule threw an error.
 */
export const FAULT_KINDS = ["VALUE", "CONSTRAINT", "RULE"] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Seconds after which an operation on a withheld task is retried, unless its day closes sooner. */
export const WITHHELD_RETRY_SECONDS = 900;

/** Days for which a withheld occurrence is kept: as long as an operation on it may arrive. */
export const WITHHELD_DAYS = 400;

/** The plan warns its coach about occurrences withheld on this many dates, up to the present one. */
export const WITHHELD_WARNING_DATES = 28;
