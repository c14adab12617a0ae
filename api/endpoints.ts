import type { Endpoint } from "./endpoint.ts";

/** Every route of the API, room by room. */
export const endpoints: readonly Endpoint[] = [];
