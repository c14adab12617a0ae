import type { AdmittedBatch } from "../../../activities/sync/admission/admission.ts";
import type { TodaySyncAnswer } from "../../../contract/quick-log/today-schema.ts";
import type { RefetchHint } from "../../../contract/sync/schema.ts";
import type { NoticeRow } from "../../../db/agenda/notices/queries.ts";
import type { StoredTask } from "../../../rules/agenda/agenda-task.ts";
import { agendaChecksum } from "../../../rules/agenda/agenda-checksum.ts";
import { summariseDay } from "../../../rules/agenda/summarise-day.ts";
import { checksumOfEpoch, type RestorableScope } from "../../../rules/sync/judge-after-restore.ts";
import { presentTaskState } from "../present.ts";
import { inPiles } from "./in-piles.ts";

/** The answer to a batch of a client's day. */
export async function presentTodaySync(
  taskIds: readonly string[],
  scope: RestorableScope,
  { results, extra }: AdmittedBatch<NamedDays>,
): Promise<TodaySyncAnswer> {
  return {
    ...inPiles(results),
    canonicalIds: results.flatMap(({ canonicalIds }) => canonicalIds),
    tasks: extra.tasks.filter(({ id }) => taskIds.includes(id)).map(presentTaskState),
    agendas: await presentDays(scope, extra),
    refetch: hintsOnce(results.flatMap(({ refetch }) => refetch)),
  };
}

/** The days of a batch's named tasks: all their tasks, and the other contents of their checksums. */
export interface NamedDays {
  readonly tasks: readonly Omit<StoredTask, "actionSchema" | "snapshot">[];
  readonly notices: readonly NoticeRow[];
}

async function presentDays(
  scope: RestorableScope,
  { tasks, notices }: NamedDays,
): Promise<TodaySyncAnswer["agendas"]> {
  const days = [...Map.groupBy(tasks, ({ localDate }) => localDate)];
  const ofDays = Map.groupBy(notices, ({ localDate }) => localDate);
  return await Promise.all(
    days.map(async ([localDate, ofDay]) => {
      const rows = { tasks: ofDay, notices: ofDays.get(localDate) ?? [] };
      const checksum = checksumOfEpoch(scope, await agendaChecksum(rows));
      return { localDate, agendaVersion: summariseDay(ofDay).agendaVersion, checksum };
    }),
  );
}

/** Each refetch hint once per record, with the first reason. */
function hintsOnce(hints: readonly RefetchHint[]): RefetchHint[] {
  const first = new Map<string, RefetchHint>();
  for (const hint of hints) {
    const key = `${hint.entityId} ${hint.path}`;
    if (!first.has(key)) first.set(key, hint);
  }
  return [...first.values()];
}
