import type { Environment } from "../../workers/config/environment.ts";

/** The environment that a stack or program inherits from a test, with the PATH to its programs. */
export const surroundings: Environment = process.env;
