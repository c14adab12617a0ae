import { expect, test } from "@jest/globals";
import {
  NUMBERED_VERDICTS,
  verdictNumber,
  verdictOf,
} from "../../contract/sync/verdict-numbers.ts";
import { FINAL_STATUSES, VERDICT_CODES } from "../../contract/sync/vocabulary.ts";

/** As receipts hold them: nothing here may ever change, new ones go behind the last. */
const FOR_GOOD = `1 ACCEPTED ACCEPTED
2 CONFLICT STALE_REVISION
3 CONFLICT REVISION_AHEAD
4 CONFLICT TASK_SUPERSEDED
5 CONFLICT TASK_CANCELED
6 REJECTED TASK_CLOSED
7 REJECTED ITEM_CLOSED
8 REJECTED UNDO_WINDOW_CLOSED
9 REJECTED ALREADY_UNDONE
10 REJECTED UNDO_SUPERSEDED
11 REJECTED OPERATION_QUARANTINED
12 REJECTED PAYLOAD_INVALID
13 REJECTED PAYLOAD_FORBIDDEN_CONTENT
14 REJECTED PAYLOAD_NOT_IJSON
15 REJECTED CHECKSUM_MISMATCH
16 REJECTED OPERATION_ID_REUSED
17 REJECTED ACTOR_NOT_ALLOWED
18 REJECTED EXPECTED_REVISION_MISSING
19 REJECTED TASK_UNKNOWN
20 REJECTED ITEM_UNKNOWN
21 REJECTED ACTION_NOT_OFFERED
22 REJECTED CONFIRMATION_REQUIRED
23 REJECTED NOTHING_TO_COMPLETE
24 REJECTED VALUE_OUT_OF_RANGE
25 REJECTED METRIC_MISMATCH
26 REJECTED VALUE_DUPLICATE_TIMESTAMP
27 REJECTED FORM_UNKNOWN
28 REJECTED FORM_CLOSED
29 REJECTED ANSWER_INVALID
30 REJECTED UNDO_TARGET_UNKNOWN
31 REJECTED ATTACHMENT_NOT_ALLOWED
32 REJECTED DEPENDENCY_REFUSED
33 REJECTED LOCAL_ID_UNKNOWN
34 REJECTED NOTHING_TO_RESUBMIT
35 REJECTED OPERATION_SUPERSEDED
36 REJECTED RELATIONSHIP_ENDED
37 REJECTED STRUCTURED_LOG_REQUIRED
38 REJECTED VALUE_TYPE_MISMATCH
39 REJECTED VALUE_TOO_PRECISE
40 REJECTED CHOICE_NOT_OFFERED
41 REJECTED METRIC_NOT_IMPORTABLE
42 REJECTED IMPORT_DAY_OUT_OF_RANGE
43 REJECTED IMPORT_WINDOW_INVALID
44 REJECTED INPUT_REQUIRED
45 REJECTED SNOOZE_LIMIT
46 REJECTED DUE_WINDOW_CLOSED`.split("\n");

test("the number of a verdict is its own for good", () => {
  const lines = NUMBERED_VERDICTS.map(({ number, status, code }) => `${number} ${status} ${code}`);
  expect(lines.slice(0, FOR_GOOD.length)).toEqual(FOR_GOOD);
  expect(lines).toHaveLength(FOR_GOOD.length);
  expect(NUMBERED_VERDICTS.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
});

test("every final verdict has a number, under its status", () => {
  const final = Object.entries(VERDICT_CODES).filter(([, { status }]) =>
    FINAL_STATUSES.some((known) => known === status),
  );
  for (const [code, { status }] of final)
    expect(verdictOf(verdictNumber(code))).toMatchObject({ code, status, replaced: false });
  expect(verdictOf(verdictNumber(null))).toMatchObject({ code: "ACCEPTED", status: "ACCEPTED" });
});

test("below zero it is the same verdict, of an operation that another was sent in place of", () => {
  for (const { number, code } of NUMBERED_VERDICTS)
    expect(verdictOf(-number)).toMatchObject({ code, replaced: true });
});

test.each([0, 47, -47])("no verdict has the number %s", (number) => {
  expect(() => verdictOf(number)).toThrow();
});
