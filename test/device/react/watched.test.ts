import { expect, test } from "@jest/globals";
import { watchedStore, type WatchedSource } from "../../../device/react/watched.ts";

/** A source whose reads a test answers one by one. */
function makeSource(more: Partial<WatchedSource<string>> = {}) {
  const answers: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const changed = new Set<() => void>();
  const source: WatchedSource<string> = {
    read: () =>
      new Promise((resolve, reject) => {
        answers.push({ resolve, reject });
      }),
    watch(listener) {
      changed.add(listener);
      return () => changed.delete(listener);
    },
    ...more,
  };
  return {
    store: watchedStore(source),
    answers,
    watchers: () => changed.size,
    change() {
      for (const listener of changed) listener();
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("A value that changes while it is read is read once more, and the newest one is shown", async () => {
  const { store, answers, change } = makeSource();
  const shown: unknown[] = [];
  store.subscribe(() => shown.push(store.snapshot().value));
  change();
  change();
  expect(answers).toHaveLength(1);

  answers[0]?.resolve("old");
  await settle();
  expect(answers).toHaveLength(2);
  answers[1]?.resolve("new");
  await settle();

  expect(shown).toEqual(["old", "new"]);
  expect(answers).toHaveLength(2);
});

test("A store without changes returns the same snapshot, so that React draws nothing again", async () => {
  const { store, answers } = makeSource();
  store.subscribe(() => undefined);
  answers[0]?.resolve("one");
  await settle();

  expect(store.snapshot()).toBe(store.snapshot());
  expect(store.snapshot()).toEqual({ value: "one", error: null });
});

test("A failed read keeps what is shown, unless its source says that it must not be shown any more", async () => {
  const isOver = (error: Error) => error.message === "closed";
  const { store, answers, change } = makeSource({ forgets: isOver });
  store.subscribe(() => undefined);
  answers[0]?.resolve("mine");
  await settle();

  change();
  answers[1]?.reject(new Error("disk"));
  await settle();
  const kept = store.snapshot();
  change();
  answers[2]?.reject(new Error("closed"));
  await settle();

  expect(kept).toMatchObject({ value: "mine", error: { message: "disk" } });
  expect(store.snapshot()).toMatchObject({ value: undefined, error: { message: "closed" } });
});

test("The last subscriber ends the watch and takes the value along; a late answer shows nothing", async () => {
  const { store, answers, watchers } = makeSource();
  const ends = [store.subscribe(() => undefined), store.subscribe(() => undefined)];
  ends[0]?.();
  expect(watchers()).toBe(1);

  ends[1]?.();
  answers[0]?.resolve("late");
  await settle();

  expect(watchers()).toBe(0);
  expect(store.snapshot().value).toBeUndefined();
});

test("A component that is mounted twice in a row, as in strict mode, reads again and shows the newest value", async () => {
  const { store, answers } = makeSource();
  store.subscribe(() => undefined)();
  store.subscribe(() => undefined);
  answers[0]?.resolve("of the first");
  await settle();
  expect(store.snapshot().value).toBeUndefined();
  answers[1]?.resolve("of the second");
  await settle();

  expect(store.snapshot().value).toBe("of the second");
});

test("A new value that means the same keeps the former object", async () => {
  const { store, answers, change } = makeSource({
    keep: (former, next) => (former?.toLowerCase() === next.toLowerCase() ? former : next),
  });
  store.subscribe(() => undefined);
  answers[0]?.resolve("Same");
  await settle();
  change();
  answers[1]?.resolve("SAME");
  await settle();

  expect(store.snapshot().value).toBe("Same");
});
