import { Agent, type IncomingMessage, type ServerResponse, createServer, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** A load balancer: it probes readiness, and forwards each request to a ready API. */
export interface SmallBalancer {
  readonly url: string;
  /** Requests that an API did not accept, by the code of the socket's error. */
  readonly refused: readonly string[];
  /** Ports of the APIs that it considers ready. */
  ready(): readonly number[];
  close(): Promise<void>;
}

const PROBE_EVERY_MS = 1_000;

/** Starts a balancer for APIs on these local ports. It keeps connections to them open, as balancers do. */
export async function startSmallBalancer(ports: readonly number[]): Promise<SmallBalancer> {
  const stop = new AbortController();
  const agent = new Agent({ keepAlive: true });
  const refused: string[] = [];
  let ready: readonly number[] = [];
  let turn = 0;
  const probe = async () => {
    const found = await Promise.all(ports.map(isReady));
    ready = ports.filter((_, index) => found[index]);
  };
  const server = createServer((req, res) => {
    const port = ready[turn++ % Math.max(1, ready.length)];
    if (port === undefined) return void res.writeHead(502).end();
    passOn(req, res, { port, agent }, (code) => refused.push(code));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  await probe();
  const probing = (async () => {
    while (!stop.signal.aborted) {
      await sleep(PROBE_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      if (!stop.signal.aborted) await probe();
    }
  })();
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    refused,
    ready: () => ready,
    async close() {
      stop.abort();
      await probing;
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

function passOn(
  req: IncomingMessage,
  res: ServerResponse,
  { port, agent }: { readonly port: number; readonly agent: Agent },
  refuse: (code: string) => void,
): void {
  const { method, url, headers } = req;
  const sent = request({ host: "127.0.0.1", port, agent, method, path: url, headers }, (answer) => {
    res.writeHead(answer.statusCode ?? 502);
    answer.pipe(res);
  });
  sent.on("error", (error: NodeJS.ErrnoException) => {
    refuse(error.code ?? error.message);
    res.writeHead(502).end();
  });
  req.pipe(sent);
}
