import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { importPayloadSchema } from "../../contract/quick-log/import-schema.ts";
import { importedValue } from "../../rules/agenda/imported-value.ts";
import {
  type ImportEntry,
  importedFact,
  shownImport,
} from "../../rules/quick-log/imports/import-entry.ts";
import { metricFact, uncountedEntries } from "../../rules/quick-log/imports/metric-fact.ts";
import { importEntry, withImported } from "../../rules/quick-log/imports/take-import.ts";
import type { DayFact, ReportedImport } from "../factories/quick-log/model/fact-model.ts";
import { type FactMove, referenceOf, twoCourses } from "../factories/quick-log/model/fact-moves.ts";
import { aTaskState, intents, play, taskPlans } from "../factories/quick-log/task-state.ts";
import { campaignSize } from "../harness/campaign.ts";

const CASES = 25 * campaignSize("DRAWN_CASES", 8);
const LOCAL_DATE = "2026-01-05";

test("values that are typed, imported, withdrawn and undone in any order give one fact for a day", () => {
  fc.assert(
    fc.property(twoCourses, (courses) => {
      const facts = courses.map((course) => {
        const { fact, refused } = referenceOf(course);
        const day = played(course);
        expect(day.refused).toEqual(refused);
        expect(factOfTask(day)).toEqual(fact);
        expect(factOfEntries(day)).toEqual(fact);
        const { manual, kept: imports } = day;
        const uncounted = uncountedEntries({ mode: "REPLACE", manual, imports });
        const counted = [...manual, ...imports].filter(({ id }) => !uncounted.has(id));
        expect(counted).toHaveLength(fact === null ? 0 : 1);
        expect(day.task.status).toBe(
          manual.some(({ id, value }) => value !== null && uncounted.get(id) !== "SUPERSEDED")
            ? "IN_PROGRESS"
            : "PENDING",
        );
        return fact;
      });
      expect(facts[0]).toEqual(facts[1]);
    }),
    { numRuns: CASES },
  );
});

function payloadOf({ source, until, value, verified }: ReportedImport) {
  return importPayloadSchema.parse({
    metricKind: "STEPS",
    localDate: LOCAL_DATE,
    value,
    unit: "steps",
    sourceType: source,
    sourceDevice: "Watch",
    windowStart: `${LOCAL_DATE}T00:00:00Z`,
    windowEnd: new Date(Date.parse(`${LOCAL_DATE}T00:00:00Z`) + until * 60_000).toISOString(),
    userEntered: !verified,
  });
}

/** A course by the rules of the product: the day's task, and all its entries. */
function played(course: readonly FactMove[]) {
  let steps = play(aTaskState(taskPlans.steps), []);
  const kept: ImportEntry[] = [];
  const refused: boolean[] = [];
  for (const [index, move] of course.entries()) {
    const receiptId = `receipt-${String(index).padStart(3, "0")}`;
    if (move.kind === "IMPORT") {
      const made = { id: receiptId, withinDay: true };
      const { entry, repeats } = importEntry(kept, payloadOf(move.reported), made);
      if (repeats === null) kept.push(entry);
      const fact = shownImport(importedFact(kept));
      steps = play(withImported(steps.state, fact), [], steps.past);
      continue;
    }
    const [name, intent] =
      move.kind === "TYPE"
        ? [move.name, intents.steps(move.value)]
        : [receiptId, intents.undo(move.of)];
    steps = play(steps.state, [[name, intent]], steps.past);
    refused.push(...steps.outcomes.map((outcome) => "code" in outcome));
  }
  return { task: steps.state.task, manual: steps.state.values, kept, refused };
}

function factOfTask({ task }: ReturnType<typeof played>): DayFact | null {
  const { value } = task.completionSummary;
  if (value === null || typeof value.current !== "number") return null;
  return { value: value.current, source: importedValue(value)?.sourceType ?? "MANUAL" };
}

function factOfEntries({ manual, kept }: ReturnType<typeof played>): DayFact | null {
  const fact = metricFact({ mode: "REPLACE", manual, imports: kept });
  if (fact === null || typeof fact.value !== "number") return null;
  const source = kept.find(({ id }) => id === fact.importId)?.sourceType ?? "MANUAL";
  return { value: fact.value, source };
}
