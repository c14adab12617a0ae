import type { World } from "../world.ts";

/** A phone that could read shows each open conflict of its own drafts, and none that ended. */
export async function staleConflicts({ surface, device, server }: World): Promise<string[]> {
  if (surface !== "CLIENT_MOBILE") return [];
  const stale: string[] = [];
  for (const scope of (await device?.scopes()) ?? []) {
    const stored = server.stored.relationships.get(scope.scopeId);
    const workouts = await scope.part("workouts");
    for (const { draftId } of (await workouts.list()).drafts) {
      const shown = (await workouts.draft({ draftId }))?.conflict?.conflictId ?? null;
      const open = [...(stored?.conflicts.values() ?? [])].find(
        ({ clientSessionId, resolution }) => clientSessionId === draftId && resolution === null,
      );
      if (shown === (open?.id ?? null)) continue;
      const fault = shown === null ? "hides its conflict" : "shows a conflict that is over";
      stale.push(`the draft ${draftId} ${fault}`);
    }
  }
  return stale;
}

/** An accepted operation's ids from the server are stored with its verdict. */
export async function missingIds({ phone, server }: World): Promise<string[]> {
  const accepted = await phone.rows(
    "select scope_id, client_operation_id as id from sync_operation where status = 'ACCEPTED'",
  );
  const mapped = await phone.rows("select scope_id, local_id, canonical_id from canonical_id");
  const known = new Set(mapped.map((row) => Object.values(row).join(" ")));
  return accepted.flatMap(({ scope_id: scopeId, id }) => {
    const receipts = server.stored.relationships.get(String(scopeId))?.receipts;
    const given = receipts?.get(String(id))?.result.canonicalIds ?? [];
    return given
      .filter(
        ({ localId, canonicalId }) => !known.has(`${String(scopeId)} ${localId} ${canonicalId}`),
      )
      .map(({ localId }) => `the id of ${localId} is not known`);
  });
}
