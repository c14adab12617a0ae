import fc from "fast-check";

/** An operation as a command draws it; `again` uses the id of an earlier operation. */
export interface Draft {
  readonly kind: "SIP" | "UNDO" | "NOTE";
  readonly minute: number;
  readonly amount: number;
  /** Where the rule of a note crashes while it is broken. */
  readonly fault: "decide" | "write" | "load" | null;
  readonly revision: "SEEN" | "FIRST" | "AHEAD";
  readonly wrong:
    | "CHECKSUM_MISMATCH"
    | "OPERATION_UNKNOWN"
    | "OPERATION_VERSION_UNSUPPORTED"
    | null;
  /** Picks the operation whose id is reused with this content. */
  readonly reuses: number | null;
  /** Picks the operation that an undo names. */
  readonly undoes: number;
}

/** One step of a history. Numbers pick among the existing objects, whatever their size. */
export type Command =
  | {
      readonly kind: "SUBMIT";
      readonly phone: number;
      readonly scope: number;
      readonly connection: number;
      readonly drafts: readonly Draft[];
      /** Picks earlier operations to be sent again. */
      readonly again: readonly number[];
      readonly reversed: boolean;
      /** The phone does not get the answer, and sends everything again with its next batch. */
      readonly lost: boolean;
      /** Number of connections that send the batch at the same time. */
      readonly atOnce: number;
      /** Sent from the device that the phone was before it registered again. */
      readonly late: boolean;
    }
  | { readonly kind: "REGISTER" | "REVOKE"; readonly phone: number }
  /** Null for every phone. */
  | { readonly kind: "SETTLE"; readonly phone: number | null }
  | { readonly kind: "READ"; readonly phone: number; readonly scope: number }
  | { readonly kind: "MOVE"; readonly scope: number; readonly act: "PAUSE" | "RESUME" | "END" }
  | { readonly kind: "BREAK" | "MEND" }
  | { readonly kind: "WAIT"; readonly seconds: number };

/** Minimum number of commands in a history. */
export const HISTORY_LENGTH = 50;

const pick = fc.nat({ max: 1_000 });
const phone = fc.constantFrom(0, 0, 0, 1, 1, 1, 2, 2, 3, 3);
const scope = fc.nat({ max: 1 });
const rarely = (oneIn: number) => fc.nat({ max: oneIn - 1 }).map((drawn) => drawn === oneIn - 1);

const sometimes = <T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | null> =>
  fc.oneof({ arbitrary: fc.constant(null), weight: oneIn - 1 }, { arbitrary, weight: 1 });

const draft: fc.Arbitrary<Draft> = fc.record({
  kind: fc.constantFrom("SIP", "SIP", "NOTE", "NOTE", "UNDO"),
  minute: fc.nat({ max: 19 }),
  amount: fc.constantFrom(100, 250, 250, 3_000),
  fault: fc.constantFrom(null, null, "decide", "decide", "write", "load"),
  revision: fc.constantFrom("SEEN", "SEEN", "SEEN", "SEEN", "SEEN", "SEEN", "FIRST", "AHEAD"),
  wrong: sometimes(
    fc.constantFrom("CHECKSUM_MISMATCH", "OPERATION_UNKNOWN", "OPERATION_VERSION_UNSUPPORTED"),
    12,
  ),
  reuses: sometimes(pick, 6),
  undoes: pick,
});

const submit: fc.Arbitrary<Command> = fc.record({
  kind: fc.constant("SUBMIT" as const),
  phone,
  scope,
  connection: fc.nat({ max: 2 }),
  drafts: fc.array(draft, { minLength: 1, maxLength: 3 }),
  again: fc.array(pick, { maxLength: 3 }),
  reversed: rarely(4),
  lost: rarely(4),
  atOnce: fc.constantFrom(1, 1, 1, 1, 1, 1, 2, 3),
  late: rarely(12),
});

const command: fc.Arbitrary<Command> = fc.oneof(
  { arbitrary: submit, weight: 26 },
  { arbitrary: fc.record({ kind: fc.constant("REGISTER"), phone }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant("REVOKE"), phone }), weight: 1 },
  {
    arbitrary: fc.record({
      kind: fc.constant("SETTLE" as const),
      phone: fc.option(phone, { freq: 2 }),
    }),
    weight: 6,
  },
  { arbitrary: fc.record({ kind: fc.constant("READ"), phone, scope }), weight: 3 },
  {
    arbitrary: fc.record({
      kind: fc.constant("MOVE"),
      scope,
      act: fc.constantFrom(
        "PAUSE",
        "PAUSE",
        "PAUSE",
        "RESUME",
        "RESUME",
        "RESUME",
        "RESUME",
        "RESUME",
        "END",
      ),
    }),
    weight: 3,
  },
  { arbitrary: fc.record({ kind: fc.constantFrom("BREAK", "BREAK", "MEND") }), weight: 4 },
  {
    arbitrary: fc.record({
      kind: fc.constant("WAIT"),
      seconds: fc.constantFrom(30, 90, 90, 700, 700, 700, 90_000),
    }),
    weight: 4,
  },
);

/** A history of at least fifty commands. */
export const histories: fc.Arbitrary<readonly Command[]> = fc.array(command, {
  minLength: HISTORY_LENGTH,
  maxLength: HISTORY_LENGTH + 10,
});
