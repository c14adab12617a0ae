import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExportSection } from "../../contract/privacy/export-vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { ExportPart } from "../../rules/privacy/account-export.ts";
import { clockNow, given, secondsAgo } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import { relationshipsOf } from "./facts/read-facts.ts";

/** Media whose storage keys are read at once. */
const MEDIA_PAGE = 200;

/** An export as its person sees it. */
export interface ExportView {
  readonly id: string;
  readonly requestedAt: Date;
  readonly nextSection: ExportSection | null;
  readonly partCount: number;
  readonly factCount: number;
  readonly readyAt: Date | null;
  readonly expiresAt: Date | null;
}

/** An export of this person. @throws Refusal NOT_FOUND for an unknown, foreign or expired one. */
export async function getExport(
  em: SqlEntityManager,
  userId: string,
  exportId: string,
): Promise<ExportView> {
  return exportsInForce(em, userId)
    .where("id", "=", exportId)
    .executeTakeFirstOrThrow(() => new Refusal("NOT_FOUND"));
}

/** The current export of a person; there is at most one. */
export async function getOpenExport(em: SqlEntityManager, userId: string): Promise<ExportView> {
  return exportsInForce(em, userId).executeTakeFirstOrThrow();
}

function exportsInForce(em: SqlEntityManager, userId: string) {
  return tables(em)
    .selectFrom("accountExport")
    .where("userId", "=", userId)
    .where(({ eb, or }) => or([eb("expiresAt", "is", null), eb("expiresAt", ">", clockNow)]))
    .select(["id", "requestedAt", "nextSection", "partCount", "factCount", "readyAt", "expiresAt"]);
}

/**
 * The parts of an export in order, one in memory at a time.
 *
 * @throws Error if it is deleted meanwhile: what was sent so far is incomplete.
 */
export async function* readParts(
  em: SqlEntityManager,
  { id, partCount }: Pick<ExportView, "id" | "partCount">,
): AsyncGenerator<ExportPart> {
  for (let position = 0; position < partCount; position += 1) {
    yield await tables(em)
      .selectFrom("accountExportPart")
      .where("exportId", "=", id)
      .where("position", "=", position)
      .select(["section", "facts"])
      .executeTakeFirstOrThrow();
  }
}

/** The stored media that a person sent, in order, one page of storage keys in memory at a time. */
export async function* readExportedMedia(em: SqlEntityManager, userId: string) {
  let afterId: string | null = null;
  for (;;) {
    const page = await listExportedMedia(em, userId, afterId);
    yield* page;
    afterId = page.at(-1)?.id ?? null;
    if (page.length < MEDIA_PAGE || afterId === null) return;
  }
}

function listExportedMedia(em: SqlEntityManager, userId: string, afterId: string | null) {
  return tables(em)
    .selectFrom("media")
    .where("relationshipId", "in", relationshipsOf(em, userId))
    .where("ownerUserId", "=", userId)
    .where("status", "=", "READY")
    .where("storageKey", "is not", null)
    .where((eb) => given(afterId, (id) => eb("id", ">", id)))
    .select(["id", "contentType", "createdAt", "storageKey"])
    .$narrowType<{ storageKey: string }>()
    .orderBy("id")
    .limit(MEDIA_PAGE)
    .execute();
}

/** Time within which an interrupted command may be repeated, in seconds. */
const RUN_AGAIN_SECONDS = 86_400;

/**
 * A page of the accounts whose deletion is pending, ordered by id. It skips those for which the same request wrote an
 * event that is at most a day old and still in the outbox. For operators: it uses no index.
 */
export async function listPendingDeletions(
  em: SqlEntityManager,
  page: { readonly but: string; readonly afterId: string | null; readonly limit: number },
): Promise<readonly string[]> {
  const pending = tables(em)
    .selectFrom("appUser as u")
    .where("u.status", "=", "PENDING_DELETION")
    .where("u.deletedAt", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("outbox as o")
            .whereRef("o.subjectId", "=", "u.id")
            .where("o.type", "=", "AccountDeletionRequested")
            .where("o.requestId", "=", page.but)
            .where("o.occurredAt", ">", secondsAgo(RUN_AGAIN_SECONDS)),
        ),
      ),
    )
    .$if(page.afterId !== null, (from) => from.where("u.id", ">", page.afterId));
  const found = await pending.select("u.id").orderBy("u.id").limit(page.limit).execute();
  return found.map(({ id }) => id);
}
