import type { FormContent, Question } from "../../../contract/forms/content-schema.ts";

/**
 * Lists the differences between two versions of a form: sections, and questions by their id. The newer form gives the
 * order; removed ones come last. A question has moved if it left its section, or its place among those that stayed.
 */
export function compareForms(before: FormContent, after: FormContent): readonly FormChange[] {
  const [old, now] = [listQuestions(before), listQuestions(after)];
  const oldById = new Map(old.map((listed) => [listed.question.questionId, listed]));
  const nowIds = new Set(now.map(({ question }) => question.questionId));
  const moved = movedIds(old, now);
  const inForm = now.flatMap((listed): FormChange[] => {
    const { question, number } = listed;
    const about = { questionId: question.questionId, number, label: question.label };
    const was = oldById.get(question.questionId);
    if (was === undefined) return [{ kind: "ADDED", ...about }];
    const fields = [
      ...(moved.has(question.questionId) || was.sectionId !== listed.sectionId
        ? [fieldChange("place", null, null)]
        : []),
      ...changedFields(was.question, question),
    ];
    return fields.length === 0 ? [] : [{ kind: "CHANGED", ...about, fields }];
  });
  const removed = old
    .filter(({ question }) => !nowIds.has(question.questionId))
    .map(({ question: { questionId, label }, number }): FormChange => {
      return { kind: "REMOVED", questionId, number, label };
    });
  return [...compareSections(before, after), ...inForm, ...removed];
}

/** A difference between two versions. */
export type FormChange =
  | {
      readonly kind: "ADDED" | "REMOVED";
      readonly questionId: string;
      /** In the newer form; of a removed question, in the older one. */
      readonly number: number;
      readonly label: string;
    }
  | {
      readonly kind: "CHANGED";
      readonly questionId: string;
      readonly number: number;
      readonly label: string;
      readonly fields: readonly FieldChange[];
    }
  | {
      readonly kind: "SECTION_ADDED" | "SECTION_CHANGED" | "SECTION_REMOVED";
      readonly sectionId: string;
      readonly label: string;
    };

/** A changed field. It has its values if a reader can compare them at a glance. */
export interface FieldChange {
  readonly field: ComparedField;
  readonly before: string | null;
  readonly after: string | null;
}

const FIELDS = [
  "kind",
  "label",
  "help",
  "required",
  "unit",
  "min",
  "max",
  "decimals",
  "lowLabel",
  "highLabel",
  "minChoices",
  "maxChoices",
  "options",
  "showIf",
  "mapsTo",
] as const;

/** Fields that are compared; `place` is the order of the questions. */
export type ComparedField = (typeof FIELDS)[number] | "place";

interface Listed {
  readonly question: Question;
  readonly sectionId: string;
  readonly number: number;
}

function listQuestions({ sections }: FormContent): readonly Listed[] {
  return sections
    .flatMap(({ sectionId, questions }) => questions.map((question) => ({ question, sectionId })))
    .map((listed, index) => ({ ...listed, number: index + 1 }));
}

function changedFields(before: Question, after: Question): readonly FieldChange[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return FIELDS.flatMap((field) => {
    const [was, is]: readonly [unknown, unknown] = [old.get(field), now.get(field)];
    // Another kind has other fields; the kind says so.
    if (field !== "kind" && old.has(field) !== now.has(field)) return [];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return [fieldChange(field, shownValue(was), shownValue(is))];
  });
}

const fieldChange = (
  field: ComparedField,
  before: string | null,
  after: string | null,
): FieldChange => ({ field, before, after });

const shownValue = (value: unknown): string | null =>
  typeof value === "string" || typeof value === "number" ? String(value) : null;

/** The questions of both forms that are not in the longest sequence that both have in the same order. */
function movedIds(old: readonly Listed[], now: readonly Listed[]): ReadonlySet<string> {
  const idOf = ({ question }: Listed) => question.questionId;
  const places = new Map(old.map((listed, index) => [idOf(listed), index]));
  const kept = now.flatMap((listed) => {
    const place = places.get(idOf(listed));
    return place === undefined ? [] : [{ id: idOf(listed), place }];
  });
  const stayed = new Set(longestRising(kept).map(({ id }) => id));
  return new Set(kept.flatMap(({ id }) => (stayed.has(id) ? [] : [id])));
}

/** The longest part of a list whose places rise. Forms have at most a hundred questions, so squares are cheap. */
function longestRising<Item extends { readonly place: number }>(
  items: readonly Item[],
): readonly Item[] {
  const chains: (readonly Item[])[] = [];
  for (const item of items) {
    const before = chains.filter((chain) => (chain.at(-1)?.place ?? -1) < item.place);
    chains.push([...longest(before), item]);
  }
  return longest(chains);
}

const longest = <Item>(chains: readonly (readonly Item[])[]): readonly Item[] =>
  chains.reduce((best, chain) => (chain.length > best.length ? chain : best), []);

function compareSections(before: FormContent, after: FormContent): readonly FormChange[] {
  const old = new Map(before.sections.map((section) => [section.sectionId, section]));
  const now = new Set(after.sections.map(({ sectionId }) => sectionId));
  const changed = after.sections.flatMap(({ sectionId, title, intro }): FormChange[] => {
    const was = old.get(sectionId);
    if (was === undefined) return [{ kind: "SECTION_ADDED", sectionId, label: title }];
    if (was.title === title && was.intro === intro) return [];
    return [{ kind: "SECTION_CHANGED", sectionId, label: title }];
  });
  const removed = before.sections
    .filter(({ sectionId }) => !now.has(sectionId))
    .map(({ sectionId, title }): FormChange => {
      return { kind: "SECTION_REMOVED", sectionId, label: title };
    });
  return [...changed, ...removed];
}
