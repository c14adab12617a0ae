import {
  formAssignmentParamsSchema,
  saveDraftSchema,
  savedDraftSchema,
} from "../../contract/forms/assignment-schema.ts";
import { FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { findOwnAssignment, findOwnAssignmentScope } from "../../db/forms/assignments/queries.ts";
import { unmanaged, type Endpoint } from "../endpoint.ts";
import { operationRequest } from "../sync/admission-request.ts";
import { admitCounted } from "../sync/admit-counted.ts";
import { requireOwnDevice } from "../sync/require-own-device.ts";
import { parseForDevice } from "../sync/intake/parse-for-device.ts";
import { presentOwnAssignment } from "./present-assignment.ts";
import { queuedDraft } from "./queued-draft.ts";

/** The online route of the operation `form.save-draft`. */
export const formDraftEndpoints: readonly Endpoint[] = [
  unmanaged({
    method: "PUT",
    path: "/api/v1/client/form-assignments/{formAssignmentId}/draft",
    name: "saveFormDraft",
    summary: "Save the whole draft of a form, online",
    traffic: "SYNC",
    source: "docs/rooms/forms.md#versions-and-drafts",
    access: "client",
    params: formAssignmentParamsSchema,
    unparsedBody: saveDraftSchema,
    bodyLimit: FORM_LIMITS.bodyBytes,
    answer: savedDraftSchema,
    refusals: ["DEVICE_REVOKED", "NOT_FOUND", "RATE_LIMITED", "UNAVAILABLE"],
    async handle({ params, body, granted, request, deps }) {
      const { caller } = granted;
      const em = deps.database.em.fork();
      const key = { ...params, clientUserId: caller.userId };
      const relationshipId = await findOwnAssignmentScope(em, key);
      if (relationshipId === null) throw new Refusal("NOT_FOUND");
      const saving = await parseForDevice(saveDraftSchema, body, { deps, caller });
      const { deviceId } = saving;
      await requireOwnDevice(em, caller, deviceId);
      const operation = queuedDraft(params.formAssignmentId, saving);
      const { clientSentAt } = saving;
      const admission = operationRequest(
        { caller, request },
        { relationshipId, deviceId, clientSentAt, operation },
        (executor) => findOwnAssignment(executor, key),
      );
      const admitted = await admitCounted(deps, admission);
      const [receipt] = admitted.results;
      if (receipt === undefined) throw new Error("The operation has no receipt");
      const { extra } = admitted;
      return { receipt, formAssignment: extra === null ? null : presentOwnAssignment(extra) };
    },
  }),
];
