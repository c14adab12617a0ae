import type { Client } from "@temporalio/client";
import type { DeploymentPlace } from "./read-deployment.ts";
import { patiently } from "./patiently.ts";

/** The running workflows of a query, page by page; a page that Temporal refuses because it is busy is read again. */
export async function* listPinnedRuns(
  temporal: Client,
  { namespace }: DeploymentPlace,
  query: string,
): AsyncGenerator<PinnedRun> {
  let nextPageToken = new Uint8Array();
  do {
    const from = { namespace, query, pageSize: PAGE, nextPageToken };
    const page = await patiently(() =>
      temporal.withDeadline(Date.now() + DEADLINE_MS, () =>
        temporal.workflowService.listWorkflowExecutions(from),
      ),
    );
    for (const { execution } of page.executions) {
      const { workflowId, runId } = execution ?? {};
      if (workflowId && runId) yield { workflowId, runId };
    }
    nextPageToken = new Uint8Array(page.nextPageToken);
  } while (nextPageToken.length > 0);
}

/** A run of a workflow. */
export interface PinnedRun {
  readonly workflowId: string;
  readonly runId: string;
}

const PAGE = 200;
const DEADLINE_MS = 10_000;
