import fc from "fast-check";
import type { Severity } from "../../../../contract/inbox/vocabulary.ts";

/** Acts of a person on a task. */
export const MODEL_ACTS = [
  "start",
  "resolve",
  "dismiss",
  "snooze",
  "unsnooze",
  "pin",
  "unpin",
  "undo",
] as const;
export type ModelAct = (typeof MODEL_ACTS)[number];

/** One step of a history. Numbers pick among the existing objects, whatever their size. */
export type Command =
  /** Another system reports a message, or a reply to all before it. */
  | { readonly kind: "MESSAGE"; readonly conversation: number; readonly severity: Severity }
  | { readonly kind: "REPLY"; readonly conversation: number }
  /** The client asks for help, in pain or not, or takes that back. */
  | { readonly kind: "SKIP"; readonly which: number; readonly isPain: boolean }
  | { readonly kind: "WITHDRAW"; readonly which: number }
  /**
   * The consumer handles the pending events, once or twice at once. Events that it does not get are lost until a repair
   * runs.
   */
  | { readonly kind: "HEAR"; readonly times: 1 | 2 }
  | { readonly kind: "HEAL" }
  /** An act online by one of two coaches. */
  | { readonly kind: "ACT"; readonly coach: 0 | 1; readonly act: ModelAct; readonly which: number }
  | { readonly kind: "REVIEW" }
  /** The first coach's device. It reads while it has a connection, queues acts without one, and sends them. */
  | { readonly kind: "READ"; readonly phone: 0 | 1 }
  | {
      readonly kind: "QUEUE";
      readonly phone: 0 | 1;
      readonly act: ModelAct;
      readonly which: number;
    }
  | { readonly kind: "QUEUE_REVIEW"; readonly phone: 0 | 1 }
  | { readonly kind: "SEND"; readonly phone: 0 | 1; readonly again: boolean }
  | { readonly kind: "PASS"; readonly minutes: number }
  | { readonly kind: "LOOK" }
  | { readonly kind: "SWEEP" }
  | { readonly kind: "PAUSE" }
  | { readonly kind: "RESUME" };

const act = fc.constantFrom(...MODEL_ACTS);
const which = fc.nat({ max: 9 });
const phone = fc.constantFrom(0 as const, 1 as const);
const conversation = fc.nat({ max: 1 });
const severity = fc.constantFrom<Severity[]>("LOW", "NORMAL", "NORMAL", "HIGH");
const plain = <Kind extends Command["kind"]>(kind: Kind) => fc.record({ kind: fc.constant(kind) });

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("MESSAGE"), conversation, severity }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("REPLY"), conversation }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("SKIP"), which, isPain: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("WITHDRAW"), which }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("HEAR"),
      times: fc.constantFrom(1 as const, 2 as const),
    }),
  },
  { weight: 1, arbitrary: plain("HEAL") },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("ACT"), coach: phone, act, which }) },
  { weight: 1, arbitrary: plain("REVIEW") },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("READ"), phone }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("QUEUE"), phone, act, which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("QUEUE_REVIEW"), phone }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("SEND"), phone, again: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("PASS"),
      minutes: fc.constantFrom(1, 9, 61, 600, 1_500),
    }),
  },
  { weight: 3, arbitrary: plain("LOOK") },
  { weight: 2, arbitrary: plain("SWEEP") },
  { weight: 1, arbitrary: plain("PAUSE") },
  { weight: 2, arbitrary: plain("RESUME") },
);

/** Histories of an inbox. */
export const historiesOf = (lengths: fc.ArrayConstraints): fc.Arbitrary<readonly Command[]> =>
  fc.array(command, { ...lengths, size: "max" });
