import { createServer } from "node:net";

/** Finds free ports. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port)) found.add(port);
  }
  return [...found];
}

/** Below the ephemeral range; Temporal's PostgreSQL schema cannot store higher ports. */
const [LOWEST, HIGHEST] = [20_000, 32_000];

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
