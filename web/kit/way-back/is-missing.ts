import { Problem } from "../../api/problem.ts";

/** Whether a failure says that the thing of an address is not there: it is unknown, gone, or its id is malformed. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Problem && MISSING.has(error.status);

const MISSING: ReadonlySet<number> = new Set([400, 404, 410]);
