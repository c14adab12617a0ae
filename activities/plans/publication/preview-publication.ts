import { setImmediate } from "node:timers/promises";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { planContentSchema } from "../../../contract/plans/content-schema.ts";
import type { PlanDifference } from "../../../contract/plans/publication-schema.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import { listPreviewed, type PreviewedRow } from "../../../db/plans/publication/queries.ts";
import { getPlan, type PublishedPlan } from "../../../db/plans/queries.ts";
import { clockNow } from "../../../db/platform/transactions/transact.ts";
import { localDateOf } from "../../../rules/local-day.ts";
import { compareContents } from "../../../rules/plans/publication/compare-contents.ts";
import {
  type ClientPreview,
  type NextRevision,
  previewClient,
} from "../../../rules/plans/publication/preview-client.ts";
import type { PlanKey } from "../archive-plan.ts";
import { encodePreviewVersion } from "./preview-version.ts";

/**
 * Shows what publishing the draft of a plan would change, and for whom, as of now. It stores nothing, and reads in a
 * fixed number of statements.
 *
 * @throws Refusal NOT_FOUND. STATE_CONFLICT for an archived plan, or without a draft.
 */
export async function previewPublication(
  em: SqlEntityManager,
  key: PlanKey,
): Promise<PublicationPreview> {
  const now = await clockNow(em);
  const { plan, content: before } = await getPlan(em, key);
  if (plan.status === "ARCHIVED") throw stateConflict("ARCHIVED");
  if (plan.draft === null) throw stateConflict("NO_DRAFT");
  const content = planContentSchema.parse(plan.draft);
  const rows = await listPreviewed(em, plan.id);
  const idsOf = (follows: boolean) =>
    rows.filter(({ followsNewer }) => followsNewer === follows).map(({ id }) => id);
  const { draftRevision, publishedRevision: newestRevision } = plan;
  const seen = { draftRevision, newestRevision, following: idsOf(true), staying: idsOf(false) };
  return {
    plan,
    previewVersion: encodePreviewVersion(seen),
    differences: before === null ? [] : compareContents(planContentSchema.parse(before), content),
    clients: await previewClients(rows, { revision: newestRevision + 1, content }, now),
  };
}

/** A preview of a publication. */
export interface PublicationPreview {
  readonly plan: PublishedPlan["plan"];
  readonly previewVersion: string;
  readonly differences: readonly PlanDifference[];
  readonly clients: readonly PreviewedRowWithOutcome[];
}

/** A client of the plan, with the outcome for them. */
export interface PreviewedRowWithOutcome {
  readonly row: PreviewedRow;
  readonly preview: ClientPreview;
}

/** Clients that are computed before other requests get their turn: a rule of each is expanded for a month. */
const AT_ONCE = 20;

async function previewClients(
  rows: readonly PreviewedRow[],
  draft: NextRevision,
  now: Date,
): Promise<readonly PreviewedRowWithOutcome[]> {
  const previewed: PreviewedRowWithOutcome[] = [];
  for (const row of rows) {
    const localDate = presentDate(row, now);
    const isExcepted = row.exceptedRevision !== null;
    const dayBegun = row.dayBegun && localDate === row.localDate;
    const holder = { ...row, isExcepted, localDate, dayBegun };
    previewed.push({ row, preview: previewClient(holder, draft) });
    if (previewed.length % AT_ONCE === 0) await setImmediate();
  }
  return previewed;
}

/** The client's present date, even if the day that began at midnight is not open yet. */
function presentDate({ localDate, nextDayAt, timezone }: PreviewedRow, now: Date): string {
  if (nextDayAt === null || nextDayAt > now) return localDate;
  const date = localDateOf(now, timezone);
  return date > localDate ? date : localDate;
}
