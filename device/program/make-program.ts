import type { PartContext } from "../parts/part-context.ts";
import { loadProgram } from "../read/slices/assignment-slice.ts";
import type { Program } from "./types.ts";

/** The program of a scope. Reading the scope keeps it up to date. */
export function makeProgram({ core, row }: PartContext): Program {
  return { current: async () => await loadProgram(core, await row()) };
}
