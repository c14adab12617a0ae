import { CLIENTS, COACH } from "./demo-names.ts";
import type { SeededDemo } from "./seed-demo.ts";

/** The first requests to a demo as lines for a shell: of its coach, then of a client. */
export function firstRequests(api: string, { workspaceId }: SeededDemo): readonly string[] {
  const get = (path: string, token: string) =>
    `curl -s "${api}/api/v1/${path}" -H "Authorization: Bearer $${token}"`;
  return [
    `COACH=$(npm run --silent token -- ${COACH.email} --client web)`,
    get(`workspaces/${workspaceId}/coach-tasks?limit=5`, "COACH"),
    get(`workspaces/${workspaceId}/relationships`, "COACH"),
    `CLIENT=$(npm run --silent token -- ${CLIENTS[0].email} --client client-mobile)`,
    get("auth/client-me", "CLIENT"),
    get("client/today", "CLIENT"),
  ];
}
