import fc from "fast-check";

/** Acts of a coach on the trained program. */
export type CoachsTurn = "PUBLISH" | "PAUSE" | "RESUME" | "SUPERSEDE" | "STOP" | "END";

/** One step of a history. Numbers pick among the existing objects, whatever their size. */
export type Command =
  | { readonly kind: "TAKE"; readonly phone: number }
  | { readonly kind: "START"; readonly phone: number; readonly which: number }
  | {
      readonly kind: "LOG";
      readonly phone: number;
      readonly which: number;
      readonly weights: readonly number[];
    }
  | { readonly kind: "FINISH"; readonly phone: number; readonly which: number }
  | { readonly kind: "GIVE_UP"; readonly phone: number; readonly which: number }
  | {
      readonly kind: "CORRECT";
      readonly phone: number;
      readonly which: number;
      readonly weight: number;
    }
  | { readonly kind: "SYNC"; readonly phone: number; readonly isLost: boolean }
  | { readonly kind: "REGISTER"; readonly phone: number }
  | { readonly kind: "COACH"; readonly turn: CoachsTurn }
  | { readonly kind: "ZONE"; readonly timezone: string }
  | { readonly kind: "LEAVE" }
  | { readonly kind: "PASS"; readonly hours: number };

const phone = fc.nat({ max: 1 });
const which = fc.nat({ max: 5 });
const weight = fc.integer({ min: 1, max: 300 });
const of = <Kind extends string>(kind: Kind) => ({ kind: fc.constant(kind) });

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...of("TAKE"), phone }) },
  { weight: 6, arbitrary: fc.record({ ...of("START"), phone, which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      ...of("LOG"),
      phone,
      which,
      weights: fc.array(weight, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ ...of("FINISH"), phone, which }) },
  { weight: 2, arbitrary: fc.record({ ...of("GIVE_UP"), phone, which }) },
  { weight: 3, arbitrary: fc.record({ ...of("CORRECT"), phone, which, weight }) },
  {
    weight: 8,
    arbitrary: fc.record({
      ...of("SYNC"),
      phone,
      isLost: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...of("REGISTER"), phone }) },
  {
    weight: 4,
    arbitrary: fc.record({
      ...of("COACH"),
      turn: fc.constantFrom<CoachsTurn>(
        "PUBLISH",
        "PUBLISH",
        "PAUSE",
        "RESUME",
        "RESUME",
        "SUPERSEDE",
        "STOP",
        "END",
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...of("ZONE"),
      timezone: fc.constantFrom("UTC", "Asia/Tokyo", "America/New_York"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ ...of("PASS"), hours: fc.constantFrom(1, 3, 9, 15, 24, 24, 26) }),
  },
);

/** Histories of this many commands; one in four ends with the relationship. */
export const historiesOf = (lengths: { readonly minLength: number; readonly maxLength: number }) =>
  fc
    .tuple(fc.array(command, lengths), fc.nat({ max: 3 }))
    .map(([commands, end]): readonly Command[] =>
      end === 0 ? [...commands, { kind: "LEAVE" }] : commands,
    );
