import { config } from "zod";

/**
 * How schemas are read in the page. Its policy forbids code made from text, and reports even the attempt. A schema
 * looks at this when it is made, so a module that imports schemas imports this first.
 */
export const WITHOUT_EVAL = { jitless: true } as const;
config(WITHOUT_EVAL);
