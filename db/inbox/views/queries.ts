import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { InboxPreferences } from "../../../contract/inbox/schema.ts";
import type { CoachTaskType } from "../../../contract/inbox/source-vocabulary.ts";
import { ACTIVE_STATUSES, type CoachTaskStatus } from "../../../contract/inbox/vocabulary.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../../platform/pipeline/prepare-query.ts";
import { clockNow } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import { type MemberKey, ownMembership } from "../../workspaces/queries.ts";
import { type InboxPosition, seenPosition } from "../changes/queries.ts";
import { CoachTaskPreference } from "../coach-task-preference.ts";
import { InboxReadMark } from "./inbox-read-mark.ts";

/** A member who reads an inbox: their settings, how far they have read, and the state of the inbox. */
export interface InboxReader {
  /** Null until they choose some. */
  readonly preferences: InboxPreferences | null;
  /** The instant that they marked as read; null for none. */
  readonly readThrough: Date | null;
  readonly position: InboxPosition;
  /** Instant of the newest change of the inbox; null before the first. */
  readonly movedAt: Date | null;
}

const readers = prepareQuery("inbox-reader", (from, slot: Slots<MemberKey>) =>
  ownMembership(from, slot)
    .leftJoin("workspaceInbox as inbox", "inbox.workspaceId", "m.workspaceId")
    .leftJoin("inboxReadMark as mark", (on) =>
      on.onRef("mark.workspaceId", "=", "m.workspaceId").onRef("mark.userId", "=", "m.userId"),
    )
    .leftJoin("coachTaskPreference as chosen", (on) =>
      on.onRef("chosen.workspaceId", "=", "m.workspaceId").onRef("chosen.userId", "=", "m.userId"),
    )
    .select(["inbox.seq", "inbox.epoch", "inbox.movedAt", clockNow.as("now"), "mark.readThrough"])
    .select(["chosen.statusFilter", "chosen.typeFilter", "chosen.sort", "chosen.showSnoozed"]),
);

/** The signed-in user as a reader of an inbox; null unless they are a member of its workspace. One statement. */
export async function findInboxReader(
  executor: QueryExecutor,
  key: MemberKey,
): Promise<InboxReader | null> {
  const [row] = await readers(executor, key);
  if (row === undefined) return null;
  const { statusFilter, typeFilter, sort, showSnoozed, readThrough, movedAt } = row;
  return {
    preferences:
      statusFilter === null || typeFilter === null || sort === null || showSnoozed === null
        ? null
        : { statusFilter, typeFilter, sort, showSnoozed },
    readThrough,
    movedAt,
    position: seenPosition(row),
  };
}

/** A member of a workspace. */
interface Member {
  readonly workspaceId: string;
  readonly userId: string;
}

/** A member's view settings for the inbox of a workspace; null if they never chose any. */
export async function findInboxPreferences(
  em: SqlEntityManager,
  member: Member,
): Promise<InboxPreferences | null> {
  const preference = await em.findOne(CoachTaskPreference, member);
  if (preference === null) return null;
  const { statusFilter, typeFilter, sort, showSnoozed } = preference;
  return { statusFilter, typeFilter, sort, showSnoozed };
}

/** The instant up to which a member has read the inbox of a workspace; null for none. */
export async function findReadThrough(em: SqlEntityManager, member: Member): Promise<Date | null> {
  const mark = await em.findOne(InboxReadMark, member);
  return mark?.readThrough ?? null;
}

/** Number of URGENT tasks, open or in progress, that a view hides. One statement. */
export async function countHiddenUrgent(
  em: SqlEntityManager,
  {
    workspaceId,
    statuses,
    taskType,
  }: {
    readonly workspaceId: string;
    readonly statuses: readonly CoachTaskStatus[];
    /** Absent for all. */
    readonly taskType?: readonly CoachTaskType[] | undefined;
  },
): Promise<number> {
  const hidden = tables(em)
    .selectFrom("coachTask")
    .where("workspaceId", "=", workspaceId)
    .where("urgent", "=", true)
    // A task of that severity is never snoozed.
    .where("status", "in", [...ACTIVE_STATUSES])
    .where(({ eb, or, fn, val, not }) => {
      const isOfOtherType =
        taskType === undefined ? [] : [not(eb("taskType", "=", fn.any(val([...taskType]))))];
      return or([not(eb("status", "=", fn.any(val([...statuses])))), ...isOfOtherType]);
    })
    .select(({ fn, cast }) => cast<number>(fn.countAll(), "integer").as("count"));
  return (await hidden.executeTakeFirstOrThrow()).count;
}
