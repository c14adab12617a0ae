import { WORKSPACE_CHANGES_LIMITS } from "../../../contract/inbox/console/changes-vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { WorkspaceState } from "../../../db/inbox/console/changes/queries.ts";
import type { InboxPosition } from "../../../db/inbox/changes/queries.ts";
import { sentClients, type SentClients } from "../../../rules/inbox/console/changed-clients.ts";
import { decodeCursor, encodeCursor } from "../../encode-cursor.ts";

/** The cursor with which a console asks for what changes in a workspace after a state that it was sent. */
export function changesCursorAt(
  key: Uint8Array,
  workspaceId: string,
  state: WorkspaceState,
): string {
  const { seq, epoch, now } = state;
  const { tags, unsettled } = sentClients(state);
  return encodeCursor(key, scopeOf(workspaceId), {
    seq,
    epoch,
    at: now.getTime(),
    sent: [...tags].slice(0, WORKSPACE_CHANGES_LIMITS.namedClients).join(SEPARATOR),
    unsettled:
      unsettled === null
        ? MANY
        : unsettled
            .map(({ relationshipId, batches }) => `${relationshipId}${batches}`)
            .join(SEPARATOR),
  });
}

const SEPARATOR = " ";
const MANY = "*";
const ID_LENGTH = 36;
const scopeOf = (workspaceId: string) => `workspace-changes:${workspaceId}`;

/** Changes that a console has been sent, by its cursor. */
export interface ChangesPosition {
  readonly inbox: InboxPosition;
  readonly clients: SentClients;
}

/** The contents of such a cursor. @throws Refusal CURSOR_INVALID if it does not belong to this workspace. */
export function readChangesCursor(
  key: Uint8Array,
  workspaceId: string,
  text: string,
): ChangesPosition {
  const position = decodeCursor(key, scopeOf(workspaceId), text);
  const { seq, epoch, at, sent, unsettled } = position;
  if (typeof seq !== "number" || typeof epoch !== "string" || typeof at !== "number")
    throw new Refusal("CURSOR_INVALID");
  if (typeof sent !== "string" || typeof unsettled !== "string")
    throw new Refusal("CURSOR_INVALID");
  return {
    inbox: { seq, epoch, now: new Date(at) },
    clients: {
      tags: new Set(partsOf(sent)),
      unsettled:
        unsettled === MANY
          ? null
          : partsOf(unsettled).map((part) => ({
              relationshipId: part.slice(0, ID_LENGTH),
              batches: part.slice(ID_LENGTH),
            })),
    },
  };
}

const partsOf = (text: string) => (text === "" ? [] : text.split(SEPARATOR));
