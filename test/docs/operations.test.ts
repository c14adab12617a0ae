import { describe, expect, test } from "@jest/globals";
import { EVENT_CONSUMERS } from "../../contract/outbox/vocabulary.ts";
import { housePaths, textOf } from "./house-files.ts";

const page = textOf("docs/operations.md");
const code = [...housePaths]
  .filter((path) => /^(?:api|workers|db|activities)\/.*\.ts$/.test(path))
  .map(textOf)
  .join("\n");

describe("What an operator reads is what the code says:", () => {
  test("every metric", () => {
    const metrics = [
      ...page.matchAll(
        /`(?:sideline_)?(\w+_(?:total|seconds|waiting|letters|actors|connections))`/g,
      ),
    ];
    expect(metrics.length).toBeGreaterThan(10);
    expect(metrics.map(([, name = ""]) => name).filter((name) => !code.includes(name))).toEqual([]);
  });

  test("every event that is an alert", () => {
    const events = [...page.matchAll(/^### .*: (\w+)$/gm)].map(([, event = ""]) => event);
    expect(events.length).toBeGreaterThan(2);
    expect(events.filter((event) => !(event in EVENT_CONSUMERS))).toEqual([]);
  });

  test("every schedule, and no other", () => {
    const section = page.slice(page.indexOf("### A schedule did not run"));
    const listed = [...section.matchAll(/^\| `([a-z-]+)` /gm)].map(([, id = ""]) => id);
    const ids = [
      ...textOf("workers/worker/scheduled-workflows.ts").matchAll(
        /^\s+(?:scheduleId: )?"([a-z]+(?:-[a-z]+)+)"(?:,|: \{)$/gm,
      ),
    ];
    expect(listed.toSorted()).toEqual(ids.map(([, id = ""]) => id).toSorted());
  });

  test("every line of a log", () => {
    const lines = [...page.matchAll(/fault line `([^`]+)`/g)].map(([, line = ""]) => line);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !code.includes(`"${line}"`))).toEqual([]);
  });
});
