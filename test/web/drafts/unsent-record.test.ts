import { expect, test } from "@jest/globals";
import { recordOf } from "../../../web/drafts/unsent-record.ts";

test("a record in a form that this version does not know is read as none", () => {
  const record = { text: "Knee", tries: { act: { content: "[]", key: "k" } } };
  expect(recordOf(JSON.stringify(record))).toEqual(record);
  for (const other of [null, 1, "text", {}, { text: 1, tries: {} }, { text: "", tries: null }])
    expect(recordOf(JSON.stringify(other))).toBeNull();
  expect(recordOf(JSON.stringify({ text: "", tries: { act: { content: "" } } }))).toBeNull();
  expect(recordOf("{")).toBeNull();
});
