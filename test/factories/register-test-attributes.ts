import type { Connection } from "@temporalio/client";
import { addSearchAttributes } from "../../workers/worker/search-attributes.ts";

/** Tells the actors' search attributes to a time-skipping server, which cannot list what it has. */
export function registerTestAttributes(connection: Connection): Promise<void> {
  return addSearchAttributes(connection, "default");
}
