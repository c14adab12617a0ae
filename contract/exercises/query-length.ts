/** Minimum and maximum length of a search text. */
export const QUERY_LENGTH = { least: 2, most: 100 } as const;
