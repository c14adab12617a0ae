import { expect, test } from "@jest/globals";
import { Problem } from "../../web/api/problem.ts";
import { type News, followWorkspace } from "../../web/live/follow-workspace.ts";

/** Follows until the answers are used up. Returns what was asked, what was news, and how long it paused. */
async function follow(answers: readonly (News | Problem)[]) {
  const asked: (readonly [string | null, number])[] = [];
  const news: News[] = [];
  const pauses: number[] = [];
  let refusals = 0;
  const ended = new AbortController();
  const rest = [...answers];
  await followWorkspace({
    async ask(since, waitSeconds) {
      asked.push([since, waitSeconds]);
      const next = rest.shift();
      if (rest.length === 0) ended.abort();
      if (next === undefined || next instanceof Problem) throw next ?? new Error("asked too often");
      return next;
    },
    signal: ended.signal,
    onNews: (found) => news.push(found),
    onRefused: () => (refusals += 1),
    pause: async (milliseconds) => void pauses.push(milliseconds),
  });
  return { asked, news, pauses, refusals };
}

const answered = (cursor: string, changed: News["changed"] = []): News => ({
  reload: false,
  changed,
  overview: null,
  cursor,
});
const refused = (code: string, status: number) => new Problem({ code, status, requestId: null });

test("the first answer only names the cursor; later ones are news, and each poll begins where the last ended", async () => {
  const change = { kind: "TASK", id: "t", version: 2 };
  const { asked, news } = await follow([answered("a"), answered("b", [change]), answered("c")]);
  expect(asked).toEqual([
    [null, 0],
    ["a", 25],
    ["b", 25],
  ]);
  expect(news[0]?.changed).toEqual([change]);
});

test("a poll without an answer is tried again after a pause that grows, from the same cursor", async () => {
  const lost = [refused("OFFLINE", 0), refused("UNAVAILABLE", 503)];
  const { asked, pauses } = await follow([answered("a"), ...lost, answered("b"), answered("c")]);
  expect(asked.slice(1, 4)).toEqual(["a", "a", "a"].map((since) => [since, 25]));
  expect(pauses).toEqual([1_000, 2_000]);
});

test("a lost membership ends it, and is reported once", async () => {
  const { asked, refusals } = await follow([
    answered("a"),
    refused("NOT_FOUND", 404),
    answered("b"),
  ]);
  expect(asked).toHaveLength(2);
  expect(refusals).toBe(1);
});
