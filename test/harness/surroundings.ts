import type { Environment } from "../../workers/config/environment.ts";

/** Where programs are found: what a stack or a program that a test starts inherits. */
export const surroundings: Environment = process.env;
