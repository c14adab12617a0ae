import { expect, test } from "@jest/globals";
import { coalesceReads } from "../../../web/live/coalesce-reads.ts";

/** Reads that the test ends by hand, in the order in which they began. */
function openReads() {
  const begun: { readonly name: string; readonly end: () => void; readonly fail: () => void }[] =
    [];
  const ask = coalesceReads(
    async (name) =>
      await new Promise<void>((end, reject) => {
        begun.push({ name, end, fail: () => reject(new Error("The connection is lost.")) });
      }),
  );
  return { ask, begun };
}

/** Lets everything go on that waits for an ended read. */
const settle = async () => await new Promise((done) => setImmediate(done));

test("Changes that arrive during a read cause one read after it, and none begins anew", async () => {
  const { ask, begun } = openReads();
  for (let change = 0; change < 5; change += 1) ask("inbox");
  expect(begun).toHaveLength(1);
  begun[0]?.end();
  await settle();
  expect(begun).toHaveLength(2);
  begun[1]?.end();
  await settle();
  expect(begun).toHaveLength(2);
});

test("A change after the last read has ended causes another read", async () => {
  const { ask, begun } = openReads();
  ask("inbox");
  begun[0]?.end();
  await settle();
  ask("inbox");
  expect(begun).toHaveLength(2);
});

test("A read that fails ends like any other, and the change during it is read", async () => {
  const { ask, begun } = openReads();
  ask("inbox");
  ask("inbox");
  begun[0]?.fail();
  await settle();
  expect(begun).toHaveLength(2);
});

test("A long read of one list does not delay the read of another", () => {
  const { ask, begun } = openReads();
  ask("inbox");
  ask("clients");
  expect(begun.map(({ name }) => name)).toEqual(["inbox", "clients"]);
});
