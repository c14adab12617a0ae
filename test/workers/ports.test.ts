import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, test } from "@jest/globals";
import { findFreePorts } from "../../dev/processes/ports.ts";

/** Where systems begin to give ports to connections. */
const GIVEN_AWAY_FROM = 32_768;

describe("Ports that are free", () => {
  test("are all different, and none that a connection may be given before it is taken", async () => {
    const drawn = [...(await findFreePorts(7)), ...(await findFreePorts(7))];
    expect(new Set(drawn).size).toBe(14);
    expect(drawn.filter((port) => port < 1_024 || port >= GIVEN_AWAY_FROM)).toEqual([]);
  });

  test("are none that somebody listens on", async () => {
    const [taken = 0] = await findFreePorts(1);
    const server = createServer().listen(taken, "127.0.0.1");
    await once(server, "listening");
    try {
      // Once around all that a process draws from.
      const drawn = [];
      for (let time = 0; time < 40; time += 1) drawn.push(...(await findFreePorts(1)));
      expect(drawn).not.toContain(taken);
    } finally {
      server.close();
      await once(server, "close");
    }
  });
});
