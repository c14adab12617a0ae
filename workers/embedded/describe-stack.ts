import type { StackPorts } from "../launcher-config.ts";
import type { RunningStack } from "./stack-file.ts";

/** The database of an embedded stack. */
export const DATABASE = "sideline";
/** The Temporal namespace of an embedded stack. */
export const NAMESPACE = "sideline";
const TASK_QUEUE = "sideline";

/** Where the parts of a stack are found once they run. */
export function describeStack(
  ports: StackPorts,
  database: RunningStack["database"],
): Omit<RunningStack, "pids"> {
  const local = (port: number) => `http://127.0.0.1:${port}`;
  return {
    urls: {
      api: local(ports.api),
      apiReference: `${local(ports.api)}/docs`,
      mailbox: `${local(ports.provider)}/mailbox`,
      provider: local(ports.provider),
      temporalUi: local(ports.temporalUi),
    },
    temporal: {
      address: `127.0.0.1:${ports.temporal}`,
      namespace: NAMESPACE,
      taskQueue: TASK_QUEUE,
    },
    database,
    ports: { ...ports },
  };
}
