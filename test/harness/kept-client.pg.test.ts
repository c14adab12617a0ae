import { expect, test } from "@jest/globals";
import { useOwnDatabase } from "./database.ts";
import { closeKeptClients, withKeptClient } from "./kept-client.ts";

const { name, appUrl } = await useOwnDatabase();

test("a kept connection that ends late leaves its successor to later calls", async () => {
  const ended = await withKeptClient(appUrl, async (client) => client);
  const closing = closeKeptClients(name);
  await withKeptClient(appUrl, async (successor) => {
    await closing;
    expect(successor).not.toBe(ended);
    expect(await withKeptClient(appUrl, async (client) => client)).toBe(successor);
  });
});
