import { isDeepStrictEqual } from "node:util";
import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import type { FormDefinition } from "../../db/forms/form-definition.ts";
import { FormVersion } from "../../db/forms/form-version.ts";
import { findLatestVersion, type FormKey } from "../../db/forms/queries.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { lockOwnForm } from "./lock-own-form.ts";
import { refuseFaultyContent } from "./refuse-faulty-content.ts";

/**
 * Publishes the draft of a form as its next version, which never changes. If the draft was already published, also by
 * a concurrent request, it returns that version.
 *
 * @returns number of the version.
 * @throws Refusal NOT_FOUND, STATE_CONFLICT for an archived form or when the draft has changed since,
 * VALIDATION_FAILED naming every fault of the draft.
 */
export async function publishForm(tx: Tx, publication: FormPublication): Promise<number> {
  const form = await lockOwnForm(tx, publication);
  const isStale = form.revision !== publication.expectedRevision;
  if (form.status === "ARCHIVED") throw stateConflict("ARCHIVED");
  if (isStale) throw stateConflict("CHANGED_SINCE_READ");
  const latest = await findLatestVersion(tx, form);
  if (latest !== null && isPublished(form, latest)) return latest.version;
  refuseFaultyContent(form.draft);
  const now = await clockNow(tx);
  const version = tx.create(FormVersion, {
    id: newId(),
    formId: form.id,
    version: form.latestVersion + 1,
    title: form.title,
    content: form.draft,
    publishedByUserId: publication.publishedByUserId,
    publishedAt: now,
  });
  tx.assign(form, { status: "PUBLISHED", latestVersion: version.version, updatedAt: now });
  await tx.flush();
  const { requestId } = publication;
  await appendEvents(tx, [published(form, version)], { now, requestId });
  return version.version;
}

/** The draft of a form at the revision that the coach read. */
export interface FormPublication extends FormKey {
  readonly expectedRevision: number;
  readonly publishedByUserId: string;
  readonly requestId: string;
}

function isPublished({ title, draft }: FormDefinition, latest: FormVersion): boolean {
  return title === latest.title && isDeepStrictEqual(draft, latest.content);
}

function published({ id, workspaceId }: FormDefinition, version: FormVersion): DomainEvent {
  return {
    eventId: newId(),
    type: "FormPublished",
    subjectId: id,
    version: version.version,
    refs: { workspaceId, formId: id, formVersionId: version.id },
  };
}
