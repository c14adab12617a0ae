/** Slices of a scope that a device keeps once; agenda days come besides, one slice each. */
export const SCOPE_SLICES = ["scope", "receipts", "form-assignments"] as const;
export type ScopeSlice = (typeof SCOPE_SLICES)[number];

/** Begins the name of the slice of one local day: `agenda/2026-01-05`. */
export const AGENDA_SLICE_PREFIX = "agenda/";

/** Bounds of what one read may ask about. */
export const SLICE_LIMITS = { slices: 40, textLength: 4_096 } as const;

/** Newest receipts of its own that a device reads in one scope. */
export const NEWEST_RECEIPTS = 50;
