import type { PurgeContent } from "../../contract/sync/purge-schema.ts";
import type { Core } from "../core.ts";
import type { ObeyedOrder } from "./obeyed-order.ts";

/** Carries out a purge order once. The code that deletes loads with the first order: most starts have none. */
export async function carryOut(core: Core, order: ObeyedOrder): Promise<PurgeContent> {
  const { obeyOrder } = await import("./obey-order.ts");
  return await obeyOrder(core, order);
}
