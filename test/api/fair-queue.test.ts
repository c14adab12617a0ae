import { expect, test } from "@jest/globals";
import { openFairQueue } from "../../api/http/gate/fair-queue.ts";

const soon = () => new Promise((resolve) => setImmediate(resolve));

test("A client key has a limited number of requests served at a time, and the others in order of arrival", async () => {
  const { served, ask, leave } = open(2);
  for (const name of ["one", "two", "three", "four"]) void ask("ann", name);
  await soon();
  expect(served).toEqual(["one", "two"]);
  leave("two");
  // A second release counts no further, and a later request does not overtake.
  leave("two");
  void ask("ann", "five");
  await soon();
  expect(served).toEqual(["one", "two", "three"]);
  for (const name of ["one", "three", "four", "five"]) {
    leave(name);
    await soon();
  }
  expect(served).toEqual(["one", "two", "three", "four", "five"]);
  void ask("ann", "six");
  void ask("ann", "seven");
  void ask("ann", "eight");
  await soon();
  expect(served.slice(5)).toEqual(["six", "seven"]);
});

test("A client key does not wait for another one's requests", async () => {
  const { served, ask } = open(2);
  for (let time = 0; time < 40; time += 1) void ask("flood", `flood ${time}`);
  void ask("ann", "ann");
  await soon();
  expect(served).toContain("ann");
  expect(served).toHaveLength(3);
});

/** Queues of client keys, and the names served, in order. */
function open(most: number) {
  const turns = openFairQueue(most);
  const served: string[] = [];
  const leaves = new Map<string, () => void>();
  const ask = async (clientKey: string, name: string) => {
    leaves.set(name, await turns.wait(clientKey));
    served.push(name);
  };
  return { served, ask, leave: (name: string) => leaves.get(name)?.() };
}
