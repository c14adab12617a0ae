import { expect, test } from "@jest/globals";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { forgetWorkspace } from "../../../web/arrival/forget-workspace.ts";

test("A person who is not let in loses what was read of a workspace, while the arrival's own read goes on to its answer", async () => {
  const queries = new QueryClient();
  queries.setQueryData(["me"], "coach");
  queries.setQueryData(["tasks", "w1"], ["task"]);
  const answer = Promise.withResolvers<string>();
  const observer = new QueryObserver(queries, {
    queryKey: ["arrival", "stranger"],
    queryFn: async () => await answer.promise,
  });
  const seen: unknown[] = [];
  const stop = observer.subscribe(({ data }) => void seen.push(data));
  forgetWorkspace(queries);
  answer.resolve("texts");
  await observer.fetchOptimistic({ queryKey: ["arrival", "stranger"] });
  expect(queries.getQueryData(["tasks", "w1"])).toBeUndefined();
  expect(queries.getQueryData(["me"])).toBe("coach");
  expect(observer.getCurrentResult()).toMatchObject({ data: "texts", isPending: false });
  stop();
  queries.clear();
});
