import { expect, test } from "@jest/globals";
import { QueryClient } from "@tanstack/react-query";
import { neighboursIn, rememberList, rememberedList } from "../../../web/clients/came-from.ts";

test("the clients before and after are those of the list, none at its ends, and none for a stranger to it", () => {
  const list = ["a", "b", "c"];
  expect(neighboursIn(list, "b")).toEqual({ before: "a", after: "c" });
  expect(neighboursIn(list, "a")).toEqual({ before: null, after: "b" });
  expect(neighboursIn(list, "c")).toEqual({ before: "b", after: null });
  expect(neighboursIn(list, "d")).toEqual({ before: null, after: null });
});

test("the list that a client was opened from is kept for its clients, also when the roster is read again", async () => {
  const queries = new QueryClient();
  expect(rememberedList(queries, "a")).toBeNull();
  rememberList(queries, ["b", "a"]);
  await queries.invalidateQueries({ queryKey: ["clients"] });
  expect(rememberedList(queries, "a")).toEqual(["b", "a"]);
  expect(rememberedList(queries, "c")).toBeNull();
});
