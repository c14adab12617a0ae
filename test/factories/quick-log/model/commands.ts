import fc from "fast-check";
import type { SkipReason } from "../../../../contract/quick-log/vocabulary.ts";

/** The tasks of each day of a history, by how they are done. */
export type TaskName =
  | "habit"
  | "supplement"
  | "meal"
  | "water"
  | "steps"
  | "reminder"
  | "weight"
  | "photo"
  | "check-in"
  | "stretch";

/** A task with items. */
export type Itemised = "meal" | "supplement" | "stretch";
/** The value given for the item that needs one: enough minutes, none, or too many. */
export type ReportedAmount = "ENOUGH" | "NOTHING" | "TOO_MUCH";

/** An operation as a command draws it. Numbers pick among the existing objects, whatever their size. */
export type Draft =
  | {
      readonly kind: "COMPLETE";
      readonly of: "habit" | "reminder" | "photo" | "check-in";
      /** Number of attached photos; only for photo tasks. */
      readonly photos: 0 | 1 | 2;
    }
  | { readonly kind: "SNOOZE"; readonly minutes: number }
  | { readonly kind: "START"; readonly of: "weight" | "check-in" }
  | {
      readonly kind: "TICK";
      readonly of: Itemised;
      readonly item: number;
      readonly reported: ReportedAmount;
    }
  | { readonly kind: "ALL"; readonly of: Itemised; readonly reported: ReportedAmount }
  | {
      readonly kind: "SKIP";
      readonly of: TaskName;
      /** Null for the whole task. */
      readonly item: number | null;
      readonly reason: SkipReason;
      readonly hasNote: boolean;
    }
  | {
      readonly kind: "VALUE";
      readonly of: "water" | "steps" | "weight";
      readonly value: number;
      readonly minute: number;
      /** Whether it is given in the metric's unit. */
      readonly unit: "OWN" | "OTHER";
    }
  | {
      readonly kind: "UNDO";
      readonly which: number;
      /** Whether it names the undo of the operation instead of the operation. */
      readonly ofUndo: boolean;
    }
  | {
      readonly kind: "IMPORT";
      readonly source: "APPLE_HEALTH" | "HEALTH_CONNECT";
      /** End of the measured interval, in tens of minutes after midnight. */
      readonly until: number;
      readonly value: number | null;
      readonly how: "MEASURED" | "TYPED" | "OF_TWO_DAYS";
    };

/** One step of a history. */
export type Command =
  | {
      readonly kind: "SUBMIT";
      readonly phone: 0 | 1;
      readonly daysBack: number;
      /** When its operations were made. */
      readonly hoursAgo: number;
      /** Revisions as the phone last saw them, the first ones of each task, or ones that do not exist yet. */
      readonly revision: "SEEN" | "FIRST" | "AHEAD";
      readonly drafts: readonly Draft[];
    }
  | { readonly kind: "READ"; readonly phone: 0 | 1 }
  | { readonly kind: "REVIEW"; readonly daysBack: number }
  | { readonly kind: "SETTLE"; readonly phone: 0 | 1 }
  | { readonly kind: "ZONE"; readonly timezone: string }
  | { readonly kind: "PASS"; readonly hours: number };

const itemised = fc.constantFrom<Itemised>("meal", "supplement", "stretch", "stretch");
const reported = fc.constantFrom<ReportedAmount>("ENOUGH", "ENOUGH", "NOTHING", "TOO_MUCH");
const item = fc.nat({ max: 2 });

const draft: fc.Arbitrary<Draft> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("COMPLETE" as const),
      of: fc.constantFrom(
        "habit" as const,
        "reminder" as const,
        "photo" as const,
        "photo" as const,
        "check-in" as const,
        "check-in" as const,
      ),
      photos: fc.constantFrom(0 as const, 1 as const, 1 as const, 2 as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("SNOOZE" as const),
      minutes: fc.constantFrom(10, 30, 60, 60, 15),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("START" as const),
      of: fc.constantFrom("weight" as const, "check-in" as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("TICK" as const),
      of: itemised,
      item,
      reported,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("ALL" as const), of: itemised, reported }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("SKIP" as const),
      of: fc.constantFrom<TaskName>(
        "habit",
        "supplement",
        "meal",
        "meal",
        "water",
        "steps",
        "reminder",
        "weight",
        "photo",
        "check-in",
        "stretch",
      ),
      item: fc.option(item, { freq: 2 }),
      reason: fc.constantFrom<SkipReason>(
        "PAIN_OR_INJURY",
        "FOOD_UNAVAILABLE",
        "FOOD_UNAVAILABLE",
        "BUSY",
        "BUSY",
      ),
      hasNote: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant("VALUE" as const),
      of: fc.constantFrom("water" as const, "steps" as const, "steps" as const, "weight" as const),
      value: fc.constantFrom(60, 100, 250, 300, 500, 1_000, 1_500, 200_000),
      minute: fc.nat({ max: 4 }),
      unit: fc.constantFrom(...Array.from({ length: 9 }, () => "OWN" as const), "OTHER" as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("UNDO" as const),
      which: fc.nat({ max: 9 }),
      ofUndo: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("IMPORT" as const),
      source: fc.constantFrom("APPLE_HEALTH" as const, "HEALTH_CONNECT" as const),
      until: fc.integer({ min: 1, max: 6 }),
      value: fc.constantFrom(3_000, 4_000, 5_000, null),
      how: fc.constantFrom(
        "MEASURED" as const,
        "MEASURED" as const,
        "MEASURED" as const,
        "TYPED" as const,
        "OF_TWO_DAYS" as const,
      ),
    }),
  },
);

const phone = fc.constantFrom(0 as const, 1 as const);
const daysBack = fc.constantFrom(0, 0, 0, 1, 1, 2, 3);

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant("SUBMIT" as const),
      phone,
      daysBack,
      hoursAgo: fc.constantFrom(0, 0, 0, 5, 30, 60),
      revision: fc.constantFrom(
        "SEEN" as const,
        "SEEN" as const,
        "SEEN" as const,
        "SEEN" as const,
        "SEEN" as const,
        "SEEN" as const,
        "SEEN" as const,
        "SEEN" as const,
        "FIRST" as const,
        "AHEAD" as const,
      ),
      drafts: fc.array(draft, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("READ" as const), phone }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("REVIEW" as const), daysBack }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("SETTLE" as const), phone }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("ZONE" as const),
      timezone: fc.constantFrom("UTC", "Asia/Tokyo", "America/New_York", "Europe/Berlin"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("PASS" as const),
      hours: fc.constantFrom(1, 3, 9, 15, 24, 24, 26),
    }),
  },
);

/** Histories of this many commands. */
export const historiesOf = (lengths: { readonly minLength: number; readonly maxLength: number }) =>
  fc.array(command, lengths);
