import { describe, expect, test } from "@jest/globals";
import createClient from "openapi-fetch";
import { beginReads } from "../../../web/api/first-reads.ts";
import { openQueryClient } from "../../../web/api/query-client.ts";
import type { paths } from "../../../web/api/routes.d.ts";
import type { Arrival } from "../../../web/session/arrive.ts";

const WORKSPACE = "01900000-0000-7000-8000-00000000000a";
const USER = "01900000-0000-7000-8000-00000000000b";
const inbox = `/api/v1/workspaces/${WORKSPACE}/coach-tasks`;
const overview = `/api/v1/workspaces/${WORKSPACE}/overview`;

/** Arrives at an address. Returns the paths and queries that were asked for. */
async function readAt(address: string, arrival: ArrivalAt = {}): Promise<readonly string[]> {
  const { kind = "SIGNED_IN", joinHandle = null, status = "ACTIVE" } = arrival;
  const asked: string[] = [];
  const me = {
    user: { userId: USER },
    workspace: { workspaceId: WORKSPACE, status },
    coachProfile: { timezone: "UTC" },
  };
  const api = createClient<paths>({
    baseUrl: "https://console.invalid",
    fetch: async ({ url }) => {
      const { pathname, search } = new URL(url);
      asked.push(`${pathname}${search}`);
      const data = pathname.endsWith("/me") ? me : { items: [], nextCursor: null };
      return Response.json({ data });
    },
  });
  const queries = openQueryClient();
  const { pathname, search } = new URL(address, "https://console.invalid");
  const arriving = Promise.resolve({ kind });
  await beginReads(
    { api, queries },
    { session: { joinHandle }, arriving, address: { pathname, search } },
  );
  queries.clear();
  return asked;
}

interface ArrivalAt extends Partial<Arrival> {
  readonly joinHandle?: string;
  readonly status?: string;
}

describe("the first reads of the console", () => {
  test("are the coach, then the rows and counts of the inbox, also at the home that leads there", async () => {
    const rows = `${inbox}?defaults=none&limit=100`;
    for (const address of ["/inbox", `/inbox/${USER}`, "/"])
      expect(await readAt(address)).toEqual(["/api/v1/auth/me", rows, overview]);
  });

  test("are those of the view, the filter and the workspace that the address names", async () => {
    const query = `?view=forms&type=FORM_REVIEW&coach=${USER}&workspace=${WORKSPACE}`;
    expect(await readAt(`/inbox${query}`)).toEqual([
      `/api/v1/auth/me?workspaceId=${WORKSPACE}`,
      `${inbox}?defaults=none&limit=100&taskType=FORM_REVIEW&coachUserId=${USER}`,
      overview,
    ]);
  });

  test("are the coach alone on another page, before joining, and in a suspended workspace", async () => {
    for (const asked of [
      await readAt("/clients"),
      await readAt("/inboxes"),
      await readAt("/inbox", { joinHandle: "h" }),
      await readAt("/inbox", { status: "SUSPENDED" }),
    ])
      expect(asked).toEqual(["/api/v1/auth/me"]);
  });

  test("are none for a person who is not signed in", async () => {
    for (const kind of ["SIGNED_OUT", "ENDED", "REFUSED", "UNREACHABLE", "NO_STORAGE"] as const)
      expect(await readAt("/inbox", { kind })).toEqual([]);
  });
});
