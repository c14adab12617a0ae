import { withKeptClient } from "../../harness/kept-client.ts";

/** Moves the product's clock of a test database: it then runs this many seconds ahead of real time. */
export async function moveClock(ownerUrl: string, aheadSeconds: number): Promise<void> {
  await withKeptClient(ownerUrl, (client) =>
    client.query("update clock_offset set shift = make_interval(secs => $1)", [aheadSeconds]),
  );
}
