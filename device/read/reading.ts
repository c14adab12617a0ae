import { readConflicts } from "./read-conflicts.ts";
import { refreshScope } from "./refresh-scope.ts";

/** The code that reads scopes, in one file of a bundle. An app loads it with the first read. */
export const reading = { readConflicts, refreshScope };
