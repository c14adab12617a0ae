import { expect, test } from "@jest/globals";
import { fromSeenDraft, type SeenDraft } from "../../phone/workout/from-seen-draft.ts";
import { shownDraft } from "./preview/shown-workout.ts";

test("A change of a workout is repeated on its present revision only if the person made it after the last one", async () => {
  const shown = { ...shownDraft("training", 0), revision: 4 };
  const present = { ...shown, revision: 6, guideRevision: 2, savedAt: 500 };
  const tried: SeenDraft[] = [];
  const change = async (seen: SeenDraft) => {
    tried.push(seen);
    return await Promise.resolve(
      seen.seenRevision === present.revision
        ? ({ kind: "REFUSED", code: "DRAFT_SUBMITTED" } as const)
        : ({ kind: "STALE", draft: present } as const),
    );
  };

  const older = await fromSeenDraft(shown, change, 400);
  const newer = await fromSeenDraft(shown, change, 600);

  expect([older.kind, newer.kind]).toEqual(["STALE", "REFUSED"]);
  expect(tried.map(({ seenRevision }) => seenRevision)).toEqual([4, 4, 6]);
  expect(tried.at(-1)?.seenGuideRevision).toBe(2);
});
