import { DRAFT_GUARDS } from "./draft-guards.ts";
import { PURGE_GUARDS } from "./purge-guards.ts";
import { QUEUE_GUARDS } from "./queue-guards.ts";
import type { Guard } from "./types.ts";

/** The guards that histories show to be needed. */
export const GUARDS: readonly Guard[] = [...QUEUE_GUARDS, ...DRAFT_GUARDS, ...PURGE_GUARDS];
