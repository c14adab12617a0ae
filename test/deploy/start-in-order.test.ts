import { expect, test } from "@jest/globals";
import {
  nativeOrder,
  type OrderedPart,
  type PartName,
} from "../../tools/production/shape/native-parts.ts";
import { startInOrder, stopStages } from "../../tools/production/shape/start-in-order.ts";

test("Each part starts once, and only after those that it waits for are ready", async () => {
  const ready = new Set<PartName>();
  const begun: PartName[] = [];
  const order = nativeOrder();
  await startInOrder(order, async (name) => {
    begun.push(name);
    const { after = [] } = order.find((one) => one.name === name) ?? {};
    expect(after.filter((one) => !ready.has(one))).toEqual([]);
    await Promise.resolve();
    ready.add(name);
  });
  expect(begun.toSorted()).toEqual(order.map(({ name }) => name).toSorted());
});

test("If a part does not start, its failure is thrown and nothing that waits for it starts", async () => {
  const begun: PartName[] = [];
  const order = nativeOrder();
  const starting = startInOrder(order, async (name) => {
    begun.push(name);
    if (name === "migrate") throw new Error("no schema");
  });
  await expect(starting).rejects.toThrow("no schema");
  for (const name of ["api", "worker", "relay"] as const) expect(begun).not.toContain(name);
});

test("Parts that nobody waits for stop first, each together with others of its depth", () => {
  const order: readonly OrderedPart[] = [
    { name: "postgres", after: [] },
    { name: "proxy", after: ["postgres"] },
    { name: "migrate", after: ["postgres", "proxy"] },
    { name: "api", after: ["migrate"] },
    { name: "prometheus", after: [] },
  ];
  expect(stopStages(order)).toEqual([["api", "prometheus"], ["migrate"], ["proxy"], ["postgres"]]);
});
