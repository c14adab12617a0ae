/** Maximum number of decimals of a recorded number; also the default for a metric that sets none. */
export const MOST_DECIMALS = 3;

/** Maximum length of a text recorded as a value, in characters. */
export const MOST_VALUE_TEXT = 500;

/** Health stores of a phone from which values are imported. */
export const IMPORT_SOURCE_TYPES = ["APPLE_HEALTH", "HEALTH_CONNECT"] as const;
export type ImportSourceType = (typeof IMPORT_SOURCE_TYPES)[number];

/** Kinds of input an action may ask for. */
export const INPUT_TYPES = ["number", "text", "choice", "boolean"] as const;

/** Maximum number of inputs of one item, and maximum length of their keys. */
export const INPUT_LIMITS = { inputs: 10, keyLength: 64 } as const;

/** Whether the values of a day add up (water) or the latest one replaces the others (steps). */
export const METRIC_MODES = ["ACCUMULATE", "REPLACE"] as const;
export type MetricMode = (typeof METRIC_MODES)[number];
