import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, test } from "@jest/globals";
import { PortsBusy, findFreePorts, requireFreePorts } from "../../tools/processes/ports.ts";

/** The first port that systems assign to outgoing connections. */
const GIVEN_AWAY_FROM = 32_768;

describe("free ports", () => {
  test("are all different, and outside the range of outgoing connections", async () => {
    const drawn = [...(await findFreePorts(7)), ...(await findFreePorts(7))];
    expect(new Set(drawn).size).toBe(14);
    expect(drawn.filter((port) => port < 1_024 || port >= GIVEN_AWAY_FROM)).toEqual([]);
  });

  test("are not in use by another process", async () => {
    const [usedPort = 0] = await findFreePorts(1);
    const server = createServer().listen(usedPort, "127.0.0.1");
    await once(server, "listening");
    try {
      // Draws once from the whole range of a process.
      const drawn = [];
      for (let time = 0; time < 40; time += 1) drawn.push(...(await findFreePorts(1)));
      expect(drawn).not.toContain(usedPort);
    } finally {
      server.close();
      await once(server, "close");
    }
  });
});

test("all ports that are in use are named at once, each with its variable", async () => {
  const ports = await findFreePorts(3);
  const servers = ports.slice(1).map((port) => createServer().listen(port, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const needed = ports.map((port, index) => ({ port, variable: `PORT_${index}` }));
  const busy: unknown = await requireFreePorts(needed).catch((error: unknown) => error);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  expect(busy).toBeInstanceOf(PortsBusy);
  expect(String(busy).split("\n")).toEqual([
    expect.stringMatching(`Port ${ports[1]} is in use.*PORT_1`),
    expect.stringMatching(`Port ${ports[2]} is in use.*PORT_2`),
  ]);
});
