import { type PlanContent, planContentSchema } from "../../../contract/plans/content-schema.ts";
import { hasShape } from "../../drafts/has-shape.ts";
import { isAlike } from "../../drafts/is-alike.ts";
import type { Plan } from "../plans-query.ts";
import { readContent } from "../read-content.ts";
import { type DraftHistory, changeDraft, openHistory } from "./draft-history.ts";

/** A plan's draft as it was read last, without changes. Without a history this version does not know the plan. */
export function openDraft({ draft, content, draftRevision }: ReadPlan): OpenedDraft {
  const read = readContent(draft ?? content);
  return { draftRevision, history: read === null ? null : openHistory(read) };
}

/** A draft that is edited, and the revision that it is changed from. */
export interface OpenedDraft {
  readonly draftRevision: number;
  readonly history: DraftHistory | null;
}

export const isDirty = ({ history }: OpenedDraft): boolean =>
  history !== null && history.content !== history.saved;

/**
 * The draft after the plan was read again. A newer one is taken over if nothing is changed here, or if it is what is
 * edited here: a save whose answer was lost. Null if the draft stays as it is.
 */
export function takeOver(opened: OpenedDraft, plan: ReadPlan): OpenedDraft | null {
  if (!isOlder(opened, plan)) return null;
  const isOurs = opened.history !== null && hasContent(plan, opened.history.content);
  return isOurs || !isDirty(opened) ? openDraft(plan) : null;
}

/** Whether somebody else has saved since the draft was read, and it is changed here too. */
export const isBehind = (opened: OpenedDraft, plan: ReadPlan): boolean =>
  isDirty(opened) && isOlder(opened, plan);

/** The draft after `sent` was saved. Later input stays, and is not saved yet. */
export function afterSave(opened: OpenedDraft, saved: ReadPlan, sent: PlanContent): OpenedDraft {
  const { history } = opened;
  if (!isOlder(opened, saved)) return opened;
  if (history === null || history.content === sent) return openDraft(saved);
  return { draftRevision: saved.draftRevision, history: { ...history, saved: sent } };
}

/** The draft with changes from before a reload; null if the plan has them by now. Undo takes them back. */
export function withRestored(
  { history }: OpenedDraft,
  { draftRevision, content }: PlanEdits,
  plan: ReadPlan,
): OpenedDraft | null {
  if (history === null || hasContent(plan, content)) return null;
  return { draftRevision, history: changeDraft(history, content, "restored") };
}

/** Changes of a draft that are not saved, and the revision that they were made from. */
export interface PlanEdits {
  readonly draftRevision: number;
  readonly content: PlanContent;
}

/** Whether something that was kept is changes of a plan of this kind. */
export function isPlanEdits(found: unknown, kind: string): found is PlanEdits {
  if (typeof found !== "object" || found === null) return false;
  if (!("draftRevision" in found && "content" in found)) return false;
  const { draftRevision, content } = found;
  return (
    typeof draftRevision === "number" &&
    hasShape(planContentSchema, content) &&
    content.kind === kind
  );
}

type ReadPlan = Pick<Plan, "content" | "draft" | "draftRevision">;

const isOlder = ({ draftRevision }: OpenedDraft, plan: ReadPlan): boolean =>
  draftRevision < plan.draftRevision;

/** Whether a plan's draft says the same. The server gives new items keys of its own. */
function hasContent({ draft, content }: ReadPlan, other: PlanContent): boolean {
  const read = readContent(draft ?? content);
  return read !== null && isAlike(withoutKeys(read), withoutKeys(other));
}

const withoutKeys = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, part: unknown) => (KEYS.has(name) ? undefined : part)));

const KEYS: ReadonlySet<string> = new Set(["itemKey", "exerciseKey", "alternativeKey"]);
