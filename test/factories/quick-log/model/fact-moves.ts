import fc from "fast-check";
import { factOf, keepImport, type DayFact, type ReportedImport } from "./fact-model.ts";

/** A change of a day's steps; a name identifies a typed value. */
export type FactMove =
  | { readonly kind: "TYPE"; readonly name: string; readonly value: number }
  | { readonly kind: "UNDO"; readonly of: string }
  | { readonly kind: "IMPORT"; readonly reported: ReportedImport };

const amount = fc.integer({ min: 0, max: 9_000 });
const reported: fc.Arbitrary<ReportedImport> = fc.record({
  source: fc.constantFrom("APPLE_HEALTH", "HEALTH_CONNECT"),
  until: fc.integer({ min: 1, max: 40 }),
  value: fc.option(amount, { freq: 4 }),
  verified: fc.constantFrom(true, true, true, false),
});

/** Values that a client types and undoes, in order. */
const byHand = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: amount.map((value) => ({ value })) },
      { weight: 2, arbitrary: fc.nat({ max: 7 }).map((undoes) => ({ undoes })) },
    ),
    { maxLength: 8 },
  )
  .map((moves) =>
    moves.map((move, index): FactMove => {
      if ("value" in move) return { kind: "TYPE", name: `typed-${index}`, ...move };
      return { kind: "UNDO", of: `typed-${move.undoes}` };
    }),
  );

/**
 * No two imports have the same instant. Among those the one accepted later wins, so the result would depend on the
 * order.
 */
const imports = fc.uniqueArray(reported, { selector: ({ until }) => until, maxLength: 8 });

/** Two courses of one day: typed values keep their order, imports come in any order at any time. */
export const twoCourses: fc.Arbitrary<readonly [readonly FactMove[], readonly FactMove[]]> = fc
  .tuple(byHand, imports)
  .chain(([typed, list]) => {
    const all: readonly FactMove[] = [
      ...typed,
      ...list.map((each) => ({ kind: "IMPORT" as const, reported: each })),
    ];
    const course = fc
      .shuffledSubarray([...all], { minLength: all.length })
      .map((order) => inOrderTyped(order, typed));
    return fc.tuple(course, course);
  });

function inOrderTyped(order: readonly FactMove[], typed: readonly FactMove[]): readonly FactMove[] {
  const next = typed.values();
  return order.map((move) => (move.kind === "IMPORT" ? move : (next.next().value ?? move)));
}

/** The result of a course by the reference: the fact, and the refused manual changes. */
export function referenceOf(course: readonly FactMove[]): {
  readonly fact: DayFact | null;
  readonly refused: readonly boolean[];
} {
  let known: readonly ReportedImport[] = [];
  const typed: { readonly name: string; readonly value: number }[] = [];
  const refused: boolean[] = [];
  for (const move of course) {
    if (move.kind === "IMPORT") {
      known = keepImport(known, move.reported);
      continue;
    }
    if (move.kind === "TYPE") {
      typed.push(move);
      refused.push(false);
      continue;
    }
    const isLast = typed.at(-1)?.name === move.of;
    if (isLast) typed.pop();
    refused.push(!isLast);
  }
  return {
    fact: factOf(
      known,
      typed.map(({ value }) => value),
    ),
    refused,
  };
}
