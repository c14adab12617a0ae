import type { Form, Forms, WriteOutcome } from "../../device/forms/types.ts";
import { inOrder } from "../../device/in-order.ts";
import type { FormAnswer, FormAnswers } from "../../device/wire/form-types.ts";

/**
 * Writes what a person types into a form, one write after another. If the answers were changed elsewhere, such as in
 * another tab, those that the person typed later are put into the present answers. Older ones give way.
 *
 * @param show shows answers that were not typed on this page.
 */
export function makeAnswerWriter(
  forms: Pick<Forms, "write">,
  form: Form,
  show: (answers: FormAnswers) => void,
): AnswerWriter {
  const { formAssignmentId } = form.assignment;
  const queue = inOrder();
  const unwritten = new Map<string, Typed>();
  let seen: Seen = form;

  return {
    async write(questionId, typed) {
      unwritten.set(questionId, typed);
      return await queue(writeUnwritten);
    },
    settled: async () => await queue(async () => await Promise.resolve()),
  };

  async function writeUnwritten(): Promise<WriteOutcome["kind"]> {
    for (let tries = 1; tries <= MOST_TRIES && unwritten.size > 0; tries += 1) {
      const sent = new Map(unwritten);
      const answers = { ...seen.answers, ...answersIn(sent) };
      const { version: seenVersion } = seen;
      const outcome = await forms.write({ formAssignmentId, answers, seenVersion });
      if (outcome.kind === "STALE") {
        if (!goOnFrom(outcome.form)) return "STALE";
        continue;
      }
      if (outcome.kind !== "WRITTEN") return outcome.kind;
      seen = { version: outcome.version, answers };
      for (const [id, typed] of sent) if (unwritten.get(id) === typed) unwritten.delete(id);
    }
    return unwritten.size === 0 ? "WRITTEN" : "STALE";
  }

  /** @returns whether anything is left that was typed after the present answers. */
  function goOnFrom(present: Form): boolean {
    const isSaved = textOf(present.answers) === textOf(seen.answers);
    seen = present;
    if (isSaved) return true;
    for (const [id, { typedAt }] of unwritten)
      if (present.writtenAt === null || typedAt <= present.writtenAt) unwritten.delete(id);
    show({ ...present.answers, ...answersIn(unwritten) });
    return unwritten.size > 0;
  }
}

/** Writes the answers of one page. */
export interface AnswerWriter {
  /** @returns STALE if newer answers were written elsewhere; they are shown then. */
  readonly write: (questionId: string, typed: Typed) => Promise<WriteOutcome["kind"]>;
  /** Resolves once everything typed before was written or refused. */
  readonly settled: () => Promise<void>;
}

/** An answer that a person typed. */
export interface Typed {
  readonly answer: FormAnswer | null;
  /** Milliseconds since 1970, by the clock of the device. */
  readonly typedAt: number;
}

type Seen = Pick<Form, "version" | "answers">;

const MOST_TRIES = 5;

function answersIn(typed: ReadonlyMap<string, Typed>): FormAnswers {
  return Object.fromEntries([...typed].map(([id, { answer }]) => [id, answer]));
}

/** Answers are texts, numbers, booleans and lists: sorted entries compare them without the page loading RFC 8785. */
function textOf(answers: FormAnswers): string {
  const entries = Object.entries(answers);
  return JSON.stringify(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
