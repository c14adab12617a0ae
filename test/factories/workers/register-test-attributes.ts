import type { Connection } from "@temporalio/client";
import { addSearchAttributes } from "../../../workers/worker/search-attributes.ts";

/** Registers the actors' search attributes at a time-skipping server, which cannot list its own. */
export function registerTestAttributes(connection: Connection): Promise<void> {
  return addSearchAttributes(connection, "default");
}
