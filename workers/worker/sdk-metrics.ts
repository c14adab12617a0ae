import { createServer } from "node:net";

/** The SDK's own metrics: task queues, slots, the cache, failing workflow tasks. */
export interface SdkMetrics {
  readonly bindAddress: string;
  /** Its metrics in Prometheus format; empty while the SDK serves none. */
  readonly read: () => Promise<string>;
}

/** The SDK serves its metrics itself; the process adds them to those on its own port. */
export async function placeSdkMetrics(): Promise<SdkMetrics> {
  const bindAddress = `127.0.0.1:${await findFreePort()}`;
  const read = () =>
    fetch(`http://${bindAddress}/metrics`).then(
      (answer) => answer.text(),
      () => "",
    );
  return { bindAddress, read };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string")
    throw new Error("The system assigned no port");
  return address.port;
}
