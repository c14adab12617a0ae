import { createServer, type ServerResponse } from "node:http";
import { type Registry, collectDefaultMetrics } from "prom-client";
import type { Readiness } from "../api/http/open-readiness.ts";
import { measureProcess } from "./measure-process.ts";

/**
 * Serves `/health/live`, `/health/ready` and `/metrics` on all interfaces of a container.
 *
 * @returns how to stop it.
 */
export async function startHealthServer(options: HealthOptions): Promise<() => Promise<void>> {
  const { port, metrics } = options;
  if (port === null) return async () => {};
  collectDefaultMetrics({ register: metrics });
  const { isReady, readiness, buildId } = options;
  measureProcess(metrics, { isReady, buildId, ...(readiness !== undefined && { readiness }) });
  const server = createServer((request, response) => {
    void answer(options, request.url ?? "/", response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, resolve);
  });
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** The operational endpoints of a process, separate from its service. */
export interface HealthOptions {
  /** Null disables them. */
  readonly port: number | null;
  readonly isReady: () => boolean | Promise<boolean>;
  /** Further details of the answer, which are also metrics. */
  readonly readiness?: () => Promise<Readiness>;
  /** Id of this build; null if the release named none. */
  readonly buildId: string | null;
  /** Also receives the metrics of the process itself: memory, CPU, event loop. */
  readonly metrics: Registry;
  /** Further metrics, as text. */
  readonly readFurther?: () => Promise<string>;
}

async function answer(
  { isReady, readiness, metrics, readFurther }: HealthOptions,
  path: string,
  response: ServerResponse,
): Promise<void> {
  switch (path) {
    case "/health/live":
      return send(response, 200, "live");
    case "/health/ready": {
      const [status, text] = (await isReady()) ? [200, "ready"] : [503, "not-ready"];
      return send(response, status, text, await readiness?.());
    }
    case "/metrics":
      response.setHeader("Content-Type", metrics.contentType);
      response.end(`${await metrics.metrics()}${(await readFurther?.()) ?? ""}`);
      return;
    default:
      return send(response, 404, "not-found");
  }
}

function send(response: ServerResponse, code: number, status: string, details?: object): void {
  response.writeHead(code, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ status, ...details }));
}
