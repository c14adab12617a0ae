import type { StackPorts } from "../../tools/launcher-config.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";

/** Free ports for a whole stack, which binds them when it starts. */
export async function freeStackPorts(): Promise<StackPorts> {
  const [
    api = 0,
    provider = 0,
    mailbox = 0,
    temporal = 0,
    temporalUi = 0,
    postgres = 0,
    exercises = 0,
  ] = await findFreePorts(7);
  return { api, provider, mailbox, exercises, temporal, temporalUi, postgres };
}
