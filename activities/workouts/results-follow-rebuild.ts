import { canonicalForm } from "../../contract/canonical-form.ts";
import {
  listSessionsToRebuild,
  type RebuiltSession,
  replaceResults,
  type SessionResult,
} from "../../db/workouts/sessions/list-settled-sessions.ts";
import { sessionResults } from "../../rules/workouts/session-results.ts";
import type { RebuildHook } from "../agenda/rebuild-hook.ts";

/** Sessions of one transaction. */
const PAGE = 60;

/**
 * Recomputes the results of submitted sessions by the present rule, and writes those that differ
 * (docs/rooms/workouts.md#results). Hints follow when packages are next prepared.
 */
export const resultsFollowRebuild: RebuildHook = {
  async rebuild(tx, { relationshipId, after }) {
    const sessions = await listSessionsToRebuild(tx, { relationshipId, after, limit: PAGE });
    const changed = sessions.filter((session) => !areSame(session.stored, resultsOf(session)));
    await replaceResults(
      tx,
      changed.map(({ id }) => id),
      changed.flatMap(resultsOf),
    );
    return sessions.length < PAGE ? null : (sessions.at(-1)?.id ?? null);
  },
};

/** The results of a session, as they are stored. */
export function resultsOf({
  id: sessionId,
  relationshipId,
  localDate,
  snapshot,
  content,
}: Omit<RebuiltSession, "stored">): SessionResult[] {
  return sessionResults(snapshot, content).map((result) => ({
    ...result,
    sessionId,
    relationshipId,
    localDate,
  }));
}

function areSame(one: readonly SessionResult[], other: readonly SessionResult[]): boolean {
  return inOneOrder(one) === inOneOrder(other);
}

const inOneOrder = (results: readonly SessionResult[]) =>
  results
    .map((result) => canonicalForm({ ...result }))
    .toSorted()
    .join();
