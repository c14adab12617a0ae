import { isJsonObject, type JsonObject, objectsAt, textAt } from "../../json.ts";
import type { Answer } from "../../lanes/classify-answer.ts";
import { queryOf } from "../../read/query-of.ts";
import { type Get, OPEN_STATUSES, type Roster, type RosterClient } from "./types.ts";

/** Reads all clients of the coach's active workspaces. A list that is not read to its end counts as unread. */
export async function readRoster(
  get: Get,
  coach: CoachAccount,
  now: () => number,
): Promise<RosterRead> {
  const clients: RosterClient[] = [];
  for (const { workspaceId } of coach.workspaces) {
    const failure = await eachPage(get, workspaceId, (items) => {
      clients.push(...items.flatMap((item) => clientIn(item, workspaceId) ?? []));
    });
    if (failure !== null) return { kind: "FAILED", answer: failure };
  }
  return { kind: "ROSTER", roster: { ...coach, clients, readAt: now() } };
}

export type RosterRead =
  | { readonly kind: "ROSTER"; readonly roster: Roster }
  | { readonly kind: "FAILED"; readonly answer: Failure };

/** The account of a coach; null if the answer has another format. A closed workspace is out of reach. */
export function coachIn(data: unknown): CoachAccount | null {
  if (!isJsonObject(data)) return null;
  const { user, coachProfile, workspace } = data;
  if (!isJsonObject(user) || !isJsonObject(workspace)) return null;
  const coachUserId = textAt(user, "userId");
  const own = textAt(workspace, "workspaceId");
  if (coachUserId === null || own === null) return null;
  const active = objectsAt(data, "workspaces").filter(({ status }) => status === "ACTIVE");
  const workspaces = active.flatMap((one) => {
    const workspaceId = textAt(one, "workspaceId");
    return workspaceId === null ? [] : [{ workspaceId, name: textAt(one, "name") ?? "" }];
  });
  const isOwn = ({ workspaceId }: { readonly workspaceId: string }) => workspaceId === own;
  return {
    coachUserId,
    coachTimezone: (isJsonObject(coachProfile) ? textAt(coachProfile, "timezone") : null) ?? "UTC",
    workspaces: [...workspaces.filter(isOwn), ...workspaces.filter((one) => !isOwn(one))],
  };
}

/** The account of a coach, before their clients are read. */
export type CoachAccount = Omit<Roster, "clients" | "readAt">;

type Failure = Exclude<Answer, { kind: "ANSWER" }>;

/** A workspace with more clients than this is not coached by a person. */
const MOST_PAGES = 100;

const NOT_UNDERSTOOD: Failure = { kind: "TRANSPORT", cause: "FAULT", pauseMs: null };

async function eachPage(
  get: Get,
  workspaceId: string,
  take: (items: readonly JsonObject[]) => void,
): Promise<Failure | null> {
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = queryOf({ limit: "100", ...(cursor !== null && { cursor }) });
    const answer = await get(`/api/v1/workspaces/${workspaceId}/relationships?${query}`);
    if (answer.kind !== "ANSWER") return answer;
    const { data } = answer;
    if (!isJsonObject(data) || !Array.isArray(data["items"])) return NOT_UNDERSTOOD;
    take(objectsAt(data, "items"));
    cursor = textAt(data, "nextCursor");
    if (cursor === null) return null;
  }
  return NOT_UNDERSTOOD;
}

/** Null for an ended relationship, which a coach's app cannot reach, and for another format. */
function clientIn(item: JsonObject, workspaceId: string): RosterClient | null {
  const relationshipId = textAt(item, "relationshipId");
  const status = OPEN_STATUSES.find((known) => known === item["status"]);
  if (relationshipId === null || status === undefined) return null;
  return {
    relationshipId,
    workspaceId,
    status,
    clientUserId: textAt(item, "clientUserId") ?? "",
    displayName: textAt(item, "clientDisplayName") ?? "",
    coachUserId: textAt(item, "coachUserId") ?? "",
    timezone: textAt(item, "timezone") ?? "UTC",
    startedAt: textAt(item, "startedAt") ?? "",
  };
}
