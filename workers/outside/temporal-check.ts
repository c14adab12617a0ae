import type { Client } from "@temporalio/client";
import type { DependencyCheck } from "../../api/http/open-readiness.ts";

/** Checks that Temporal answers. The API works without it, so it never makes readiness fail. */
export function temporalCheck({ connection }: Client): DependencyCheck {
  return {
    name: "temporal",
    required: false,
    check: async () => {
      await connection.withDeadline(Date.now() + DEADLINE_MS, () =>
        connection.workflowService.getSystemInfo({}),
      );
      return { state: "up", reason: null };
    },
  };
}

const DEADLINE_MS = 1_000;
