/** Version of the tz database in this process, e.g. `2026a`; versions compare as text. */
export const TZ_VERSION: string = process.versions["tz"] ?? "";
