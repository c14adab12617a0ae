import { describe, expect, test } from "@jest/globals";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { Problem } from "../../../web/api/problem.ts";
import { readMe } from "../../../web/frame/workspace/read-me.ts";
import {
  namedWorkspace,
  pageLike,
  withWorkspace,
  workspaceSearch,
} from "../../../web/frame/workspace/workspace-search.ts";
import { dropOtherWorkspaces } from "../../../web/live/kept/drop-kept.ts";

const OWN = "01900000-0000-7000-8000-00000000000a";
const JOINED = "01900000-0000-7000-8000-00000000000b";
const FOREIGN = "01900000-0000-7000-8000-00000000000c";

describe("The workspace in the address of the console", () => {
  test("is an id; anything else is dropped, and an address without one names none", () => {
    expect(workspaceSearch({ workspace: JOINED, view: "all" })).toEqual({ workspace: JOINED });
    for (const workspace of [undefined, "", "x", 7, `${JOINED}x`, [JOINED], JOINED.toUpperCase()])
      expect(workspaceSearch({ workspace })).toEqual({});
    expect(namedWorkspace(`?view=all&workspace=${JOINED}`)).toBe(JOINED);
    for (const query of ["", "?view=all", "?workspace=x"]) expect(namedWorkspace(query)).toBeNull();
  });

  test("enters an address with or without a query, replaces another one, and leaves the rest as it is", () => {
    expect(withWorkspace("/inbox", OWN)).toBe(`/inbox?workspace=${OWN}`);
    expect(withWorkspace("/clients/a/today?day=2026-11-28#x", OWN)).toBe(
      `/clients/a/today?day=2026-11-28&workspace=${OWN}#x`,
    );
    expect(withWorkspace(`/inbox?workspace=${OWN}&view=all`, JOINED)).toBe(
      `/inbox?workspace=${JOINED}&view=all`,
    );
    expect(withWorkspace("/inbox?view=all", null)).toBe("/inbox?view=all");
  });

  test("leads from any page to the list of its kind, because ids of one workspace mean nothing in another", () => {
    expect(pageLike("/inbox/0190-a")).toBe("/inbox");
    expect(pageLike("/clients/0190-a/weeks?day=2026-11-28")).toBe("/clients");
    expect(pageLike("/settings/yours")).toBe("/settings");
    expect(pageLike("/")).toBe("/");
  });
});

describe("The read of the signed-in coach", () => {
  const me = (workspaceId: string, status = "ACTIVE") => ({ workspace: { workspaceId, status } });

  async function read(
    asked: { readonly named: string | null; readonly last: string | null },
    answers: Readonly<Record<string, Problem | ReturnType<typeof me>>>,
  ) {
    const requests: (string | null)[] = [];
    let isForgotten = false;
    const found = await readMe({
      ...asked,
      forgetLast: () => void (isForgotten = true),
      async ask(workspaceId) {
        requests.push(workspaceId);
        const answer = answers[workspaceId ?? "usual"];
        if (answer === undefined) throw new Error("Nothing was to be asked");
        if (answer instanceof Problem) throw answer;
        return await Promise.resolve(answer);
      },
    }).catch((error: unknown) => (error instanceof Problem ? error.code : error));
    return { found, requests, isForgotten };
  }
  const gone = new Problem({ code: "NOT_FOUND", status: 404, requestId: null });
  const offline = new Problem({ code: "OFFLINE", status: 0, requestId: null });
  const usual = me(OWN);

  test("asks for the workspace of the address, whatever the browser showed last", async () => {
    const joined = me(JOINED);
    expect(await read({ named: JOINED, last: OWN }, { [JOINED]: joined })).toMatchObject({
      found: joined,
      requests: [JOINED],
    });
  });

  test("never shows another workspace than the address names: a refused one stays refused", async () => {
    expect(await read({ named: FOREIGN, last: OWN }, { [FOREIGN]: gone, usual })).toEqual({
      found: "NOT_FOUND",
      requests: [FOREIGN],
      isForgotten: false,
    });
  });

  test("opens the workspace that the browser showed last, if the address names none", async () => {
    const joined = me(JOINED);
    expect(await read({ named: null, last: JOINED }, { [JOINED]: joined, usual })).toMatchObject({
      found: joined,
    });
    expect(await read({ named: null, last: null }, { usual })).toMatchObject({
      found: usual,
      requests: [null],
    });
  });

  test("opens the usual workspace and forgets the last one, if that belongs to somebody else or the membership has ended", async () => {
    expect(await read({ named: null, last: FOREIGN }, { [FOREIGN]: gone, usual })).toEqual({
      found: usual,
      requests: [FOREIGN, null],
      isForgotten: true,
    });
  });

  test("opens the usual workspace while the last one is suspended, and keeps the last one", async () => {
    const closed = me(JOINED, "SUSPENDED");
    expect(await read({ named: null, last: JOINED }, { [JOINED]: closed, usual })).toEqual({
      found: usual,
      requests: [JOINED, null],
      isForgotten: false,
    });
  });

  test("does not take a lost connection for an ended membership", async () => {
    expect(await read({ named: null, last: JOINED }, { [JOINED]: offline, usual })).toEqual({
      found: "OFFLINE",
      requests: [JOINED],
      isForgotten: false,
    });
  });
});

describe("A switch of the workspace", () => {
  test("drops everything that was read of the other one, also who the coach is there, and nothing of the shown one", () => {
    const queries = new QueryClient();
    const kept = [
      ["me", JOINED],
      ["inbox", JOINED, "list"],
      ["overview", JOINED],
    ];
    const dropped = [
      ["me", OWN],
      ["me", null],
      ["inbox", OWN, "list"],
      ["client", "relationship of the other one", "summary"],
      ["media", "picture"],
      ["plans", OWN, "plan", "a"],
    ];
    for (const queryKey of [...kept, ...dropped]) queries.setQueryData(queryKey, { name: "Ana" });
    dropOtherWorkspaces(queries, JOINED);
    const left = queries.getQueryCache().getAll();
    expect(left.map(({ queryKey }) => queryKey)).toEqual(kept);
    queries.clear();
  });

  test("leaves what a page still shows, which would otherwise wait for ever", () => {
    const queries = new QueryClient();
    queries.setQueryData(["me", null], { name: "Ana" });
    const shown = new QueryObserver(queries, {
      queryKey: ["me", null],
      queryFn: () => ({ name: "Ana" }),
      staleTime: Infinity,
    });
    const stop = shown.subscribe(() => undefined);
    dropOtherWorkspaces(queries, OWN);
    expect(queries.getQueryData(["me", null])).toEqual({ name: "Ana" });
    stop();
    queries.clear();
  });
});
