import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { INVITATION_MAILS_PER_DAY } from "../../contract/invitations/vocabulary.ts";
import {
  judgeLines,
  type JudgedLine,
  type LineLimits,
  type LineToJudge,
} from "../../rules/invitations/judge-lines.ts";

const NOW = new Date("2027-03-01T12:00:00Z");
const LETTERS = ["a", "b", "c", "d"] as const;

const linesArb = fc.array(fc.constantFrom(...LETTERS), { maxLength: 12 });
const limitsArb = fc
  .record({
    clients: fc.subarray([...LETTERS]),
    members: fc.subarray([...LETTERS]),
    known: fc.subarray([...LETTERS]),
    areScheduled: fc.boolean(),
    openLeft: fc.integer({ min: -1, max: 5 }),
    sendsLeft: fc.integer({ min: -1, max: 6 }),
    mailed: fc.integer({ min: 0, max: 4 }),
    before: fc.integer({ min: 0, max: 12 }),
  })
  .map(
    ({
      clients,
      members,
      known,
      areScheduled: isScheduled,
      openLeft,
      sendsLeft,
      mailed,
      before,
    }) => {
      const sendAt = isScheduled ? new Date("2027-03-04T12:00:00Z") : null;
      const invitation = { generation: 3, isScheduled, sendAt };
      return {
        clients: new Set(clients),
        members: new Set(members),
        known: new Map(known.map((letter) => [letter, { id: `old-${letter}`, ...invitation }])),
        openLeft,
        sendsLeft,
        mailed: new Map([["a", mailed]]),
        scheduled: { before, perDay: 10 },
      } satisfies LineLimits;
    },
  );

describe("The lines of a slice", () => {
  test("have the outcomes that they would have one by one, wherever the slice is cut", () => {
    fc.assert(
      fc.property(linesArb, limitsArb, (letters, limits) => {
        const lines = letters.map(lineOf);
        let rest: LineLimits = limits;
        const alone = lines.map((line) => {
          const [judged] = judgeLines([line], rest, NOW);
          if (judged === undefined) throw new Error("A line has an outcome");
          rest = limitsAfter(rest, line, judged);
          return judged;
        });
        expect(judgeLines(lines, limits, NOW)).toEqual(alone);
      }),
    );
  });

  test("exceed neither the sending limits of coach and recipient nor the limit of open invitations", () => {
    fc.assert(
      fc.property(linesArb, limitsArb, (letters, limits) => {
        const judged = judgeLines(letters.map(lineOf), limits, NOW);
        const of = (outcome: string) => judged.filter((one) => one.outcome === outcome);
        expect(of("INVITED").length).toBeLessThanOrEqual(Math.max(0, limits.sendsLeft));
        const mails = of("INVITED").filter(({ line }) => letters[line - 2] === "a");
        const left = INVITATION_MAILS_PER_DAY - (limits.mailed.get("a") ?? 0);
        expect(mails.length).toBeLessThanOrEqual(Math.max(0, left));
        const own = new Set(judged.flatMap(({ invitation }) => invitation?.id ?? []));
        const made = [...own].filter((id) => id.startsWith("own-"));
        expect(made.length).toBeLessThanOrEqual(Math.max(0, limits.openLeft));
        for (const { sendAt } of of("SCHEDULED")) expect(Number(sendAt)).toBeGreaterThan(+NOW);
      }),
    );
  });

  test("without a valid contact are INVALID and do not block the others", () => {
    const limits = { openLeft: 5, sendsLeft: 5, scheduled: { before: 0, perDay: 10 } };
    const nobody = {
      clients: new Set<string>(),
      members: new Set<string>(),
      known: new Map(),
      mailed: new Map(),
    };
    const lines = [{ ...lineOf("a", 0), contact: null }, lineOf("b", 1)];
    const judged = judgeLines(lines, { ...nobody, ...limits }, NOW);
    expect(judged.map(({ outcome }) => outcome)).toEqual(["INVALID", "INVITED"]);
  });

  test("of a member are INVALID even if an invitation is open, and say so", () => {
    const limits = { openLeft: 5, sendsLeft: 5, scheduled: { before: 0, perDay: 10 } };
    const known = { id: "old-a", generation: 1, isScheduled: false, sendAt: null };
    const found = {
      clients: new Set<string>(),
      members: new Set(["a"]),
      known: new Map([["a", known]]),
      mailed: new Map(),
    };
    const judged = judgeLines([lineOf("a", 0), lineOf("b", 1)], { ...found, ...limits }, NOW);
    expect(judged.map(({ outcome, fault }) => [outcome, fault])).toEqual([
      ["INVALID", "member"],
      ["INVITED", null],
    ]);
  });
});

function lineOf(letter: string, index: number): LineToJudge {
  return {
    line: index + 2,
    invitationId: `own-${index}`,
    contact: { kind: letter === "d" ? "PHONE" : "EMAIL", value: letter },
  };
}

/** The limits for the next line after an outcome, as the database would count them. */
function limitsAfter(
  limits: LineLimits,
  { contact }: LineToJudge,
  { outcome, invitation, sendAt }: JudgedLine,
): LineLimits {
  const value = contact?.value ?? "";
  if (invitation === null || outcome === "STANDING") return limits;
  const isNew = !limits.known.has(value);
  const isSent = outcome === "INVITED";
  const isScheduled = !isSent;
  const { before, perDay } = limits.scheduled;
  return {
    ...limits,
    known: new Map(limits.known).set(value, { ...invitation, isScheduled, sendAt }),
    openLeft: limits.openLeft - (isNew ? 1 : 0),
    sendsLeft: limits.sendsLeft - (isSent ? 1 : 0),
    scheduled: { perDay, before: before + (isNew && isScheduled ? 1 : 0) },
  };
}
