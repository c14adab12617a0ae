import { expect, jest, test } from "@jest/globals";
import * as vocabulary from "../../contract/quick-log/vocabulary.ts";
import { housePaths, textOf } from "../docs/house-files.ts";

const HOURS = 36;
jest.unstable_mockModule("../../contract/quick-log/vocabulary.ts", () => ({
  ...vocabulary,
  UNDO_WINDOW_HOURS: HOURS,
}));
const { undoUntil } = await import("../../rules/quick-log/actions/undo.ts");
const { ownUndoPayloadSchema, QUICK_LOG_PAYLOADS } =
  await import("../../contract/quick-log/payload-schema.ts");
const { latestOperationSchema } = await import("../../contract/quick-log/task-log-schema.ts");
const { quickLogHistoryItemSchema } = await import("../../contract/quick-log/history-schema.ts");

test("Another undo window changes the end of the undo and every text of the API that names it", () => {
  expect(undoUntil(new Date(0))).toEqual(new Date(HOURS * 3_600_000));
  const texts = [
    ownUndoPayloadSchema.description,
    QUICK_LOG_PAYLOADS.UNDO.description,
    latestOperationSchema.shape.undoableUntil.description,
    quickLogHistoryItemSchema.shape.final.description,
  ];
  for (const text of texts) expect(text).toContain(`${HOURS} hours`);
});

test("No sentence and no statement repeats the hours of the undo window", () => {
  // The inbox has an undo of its own.
  const files = [...housePaths]
    .filter((path) => !path.includes("inbox"))
    .filter((path) =>
      /^(?:contract|rules|db|activities|api|workflows|workers|tools|bench)\/.*\.(?:ts|sql)$|^docs\/.*\.md$/u.test(
        path,
      ),
    );
  const repeats = files.flatMap((file) =>
    textOf(file)
      .split(/(?<=[.;]\s)|\n\n/u)
      .filter(
        (part) => /\bundo/iu.test(part) && /\b24 ?h(?:ours?)?\b|hours => 24|\b24 \* /u.test(part),
      )
      .map((part) => `${file}: ${part.trim()}`),
  );
  expect(repeats).toEqual([]);
});
