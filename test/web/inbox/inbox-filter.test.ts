import { expect, test } from "@jest/globals";
import { COACH_TASK_TYPES } from "../../../contract/inbox/source-vocabulary.ts";
import {
  FILTER_TYPES,
  filterCodes,
  filterOf,
  isNarrowing,
  typesOf,
} from "../../../web/inbox/filter/inbox-filter.ts";
import { inboxSearch } from "../../../web/inbox/inbox-search.ts";
import { viewOf, viewQuery } from "../../../web/inbox/views.ts";

const COACH = "01990000-0000-7000-8000-000000000001";
const all = viewOf("all");

test("a filter offers every type of the contract, and in a view those that the view has", () => {
  expect(FILTER_TYPES.toSorted()).toEqual(COACH_TASK_TYPES.toSorted());
  expect(typesOf(all)).toEqual(FILTER_TYPES);
  expect(typesOf(viewOf("forms"))).toEqual(["PROFILE_REVIEW", "FORM_REVIEW"]);
});

test("a filter stands in the address and comes back from it", () => {
  const filter = { type: "FORM_REVIEW", coach: COACH } as const;
  expect(filterOf(all, inboxSearch(filterCodes(filter)))).toEqual(filter);
  expect(filterCodes(filterOf(all, {}))).toEqual({});
  expect(isNarrowing(filterOf(all, {}))).toBe(false);
  expect(isNarrowing({ type: null, coach: COACH })).toBe(true);
});

test("a part that contradicts the view counts for nothing", () => {
  expect(filterOf(viewOf("forms"), { type: "WORKOUT_REVIEW" }).type).toBeNull();
  expect(filterOf(viewOf("mine"), { coach: COACH }).coach).toBeNull();
});

test("the query asks for what the view has and the filter leaves", () => {
  const forms = viewOf("forms");
  const narrow = { type: "FORM_REVIEW", coach: COACH } as const;
  expect(viewQuery(forms, "reader")).toMatchObject({ taskType: "FORM_REVIEW,PROFILE_REVIEW" });
  expect(viewQuery(forms, "reader", narrow)).toMatchObject({
    taskType: "FORM_REVIEW",
    coachUserId: COACH,
  });
  expect(viewQuery(viewOf("mine"), "reader", narrow)).toMatchObject({ coachUserId: "reader" });
  expect(viewQuery(all, "reader")).not.toHaveProperty("coachUserId");
});
