/** Version of the tz database by which this process knows zones, e.g. `2026a`; a later one is the greater text. */
export const TZ_VERSION: string = process.versions["tz"] ?? "";
