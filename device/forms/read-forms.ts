import { isJsonObject } from "../json.ts";
import { forgetAct } from "../online/outcome-of.ts";
import type { PartContext } from "../parts/part-context.ts";
import type { Statement } from "../ports/sql.ts";
import { readAnswer } from "../read/read-answer.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import type { FormAssignment, FormAssignmentPage, OwnFormAssignment } from "../wire/form-types.ts";
import { isOwnForm } from "./form-rows.ts";
import type { FormStores } from "./load-form.ts";
import { SUBMIT_FORM } from "./load-form.ts";
import type { Forms } from "./types.ts";

/**
 * Reads the open forms, and those that this device knows, and stores them in one transaction. A stored revision is
 * never replaced by an older one.
 */
export async function readForms(
  context: PartContext,
  stores: FormStores,
): ReturnType<Forms["refresh"]> {
  const { session, core } = context;
  const scope = await context.row();
  const { rows } = stores;
  const page = await readAnswer(session, `${FORMS}?limit=100`, isPage);
  if (page.kind !== "READ") return page.kind;
  const stored = new Map((await rows.read.list(scope)).map((row) => [row.id, row]));
  const locale = core.app.locale();
  const forms: OwnFormAssignment[] = [];
  for (const listed of wanted(page.data.items, stored)) {
    const known = stored.get(listed.formAssignmentId);
    const isFresh = known?.body.locale === locale && known.revision === listed.revision;
    const one = isFresh
      ? ({ kind: "READ", data: known.body.form } as const)
      : await readAnswer(session, `${FORMS}/${listed.formAssignmentId}`, isOwnForm);
    if (one.kind !== "READ") return one.kind;
    forms.push(one.data);
  }
  const drafts = (await rows.drafts.list(scope)).map(({ id }) => id);
  await core.ports.sql.write([
    ...(await Promise.all(
      forms.map(
        async (form, position) =>
          await rows.read.store(scope, {
            id: form.formAssignmentId,
            position,
            revision: form.revision,
            body: { form, locale },
          }),
      ),
    )),
    rows.read.keepOnly(scope, [...drafts, ...forms.map((form) => form.formAssignmentId)]),
    ...(await readSubmissions(stores, scope, forms)),
  ]);
  core.changes.emit(scope.scopeId);
  return "READ";
}

const FORMS = "/api/v1/client/form-assignments";

/** Closed forms come last; only those that this device had before stay. */
function wanted(
  items: readonly FormAssignment[],
  stored: ReadonlyMap<string, unknown>,
): readonly FormAssignment[] {
  return items.filter(
    ({ formAssignmentId, status }) =>
      status === "ASSIGNED" || status === "IN_PROGRESS" || stored.has(formAssignmentId),
  );
}

/** The form itself says that it was submitted. A refusal stays until the person has seen it (`Forms.discard`). */
async function readSubmissions(
  { acts }: FormStores,
  { scopeId }: ScopeRow,
  forms: readonly OwnFormAssignment[],
): Promise<readonly Statement[]> {
  const submitted = new Set(
    forms.filter(({ status }) => status === "SUBMITTED").map((form) => form.formAssignmentId),
  );
  const stored = await acts.list({ scopeId, actType: SUBMIT_FORM });
  return stored
    .filter(({ objectId, outcome }) => submitted.has(objectId) && outcome.kind === "DONE")
    .map(({ actId }) => forgetAct(actId));
}

function isPage(data: unknown): data is FormAssignmentPage {
  return (
    isJsonObject(data) &&
    Array.isArray(data["items"]) &&
    data["items"].every(
      (item) => isJsonObject(item) && typeof item["formAssignmentId"] === "string",
    )
  );
}
