import { expect, test } from "@jest/globals";
import { openWatchedNotes } from "../../../api/inbox/console/watched-notes.ts";

test("a followed workspace is noted once a minute, and again at once after a failure", async () => {
  let now = 0;
  let fails = false;
  const written: string[] = [];
  const notes = openWatchedNotes(
    async (ids) => {
      written.push(ids.join());
      if (fails) throw new Error("The database is away");
    },
    () => now,
  );
  notes.note(["a"]);
  now = 59_000;
  notes.note(["a", "b"]);
  expect(written).toEqual(["a", "b"]);
  now = 60_000;
  fails = true;
  notes.note(["a", "b"]);
  await Promise.resolve();
  await Promise.resolve();
  notes.note(["a", "b"]);
  expect(written).toEqual(["a", "b", "a", "a"]);
});
