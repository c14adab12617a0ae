import { Connection } from "@temporalio/client";
import { msToTs } from "@temporalio/common/lib/time.js";
import { newId } from "../../db/platform/new-id.ts";
import type { TemporalOptions } from "../../workers/outside/temporal-options.ts";
import { registerSearchAttributes } from "../../workers/worker/search-attributes.ts";
import { getTestPart } from "./context.ts";

/**
 * Opens a namespace on the real server for the calling file, with the search attributes of the actors. Lanes have the
 * same workflow ids in every file, so files cannot share one.
 */
export async function openNamespace(): Promise<TemporalOptions> {
  const { address } = getTestPart("temporal");
  const namespace = `test-${newId()}`;
  const connection = await Connection.connect({ address });
  try {
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs("1 day"),
    });
    await registerSearchAttributes(connection, namespace);
  } finally {
    await connection.close();
  }
  return { address, namespace };
}
