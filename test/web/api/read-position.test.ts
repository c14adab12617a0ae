import { describe, expect, test } from "@jest/globals";
import { READ_POSITION_HEADER, UNKNOWN_POSITION } from "../../../contract/read-position.ts";
import { type PositionTabs, withReadPosition } from "../../../web/api/read-position.ts";

const FIRST = "line0001.0000000000000100.one";
const LATER = "line0001.0000000000000200.two";
const PROMOTED = "line0002.0000000000000150.three";
const LOST = Symbol("no answer");

/** Tabs of one browser: a message reaches the others. */
function openTabs(): () => PositionTabs {
  const listeners: ((position: string | null) => void)[] = [];
  return () => {
    let own: ((position: string | null) => void) | null = null;
    return {
      tell: (position) => {
        for (const listener of listeners) if (listener !== own) listener(position);
      },
      listen: (listener) => {
        own = listener;
        listeners.push(listener);
      },
    };
  };
}

/** A tab whose requests wait until the test answers them. */
function openTab(tabs: PositionTabs = openTabs()()) {
  const waiting: { readonly sent: Request; readonly settle: (how: Settled) => void }[] = [];
  const transport = withReadPosition(
    (sent) =>
      new Promise((resolve, reject) => {
        const settle = (how: Settled) => {
          if (how === LOST) return reject(new TypeError("Failed to fetch"));
          resolve(
            new Response("{}", { headers: how === null ? {} : { [READ_POSITION_HEADER]: how } }),
          );
        };
        waiting.push({ sent, settle });
      }),
    tabs,
  );
  const begin = (method: "GET" | "POST") => {
    const answered = transport(new Request("https://console.example.com/", { method }));
    const { sent, settle } = waiting.at(-1) ?? { sent: null, settle: () => {} };
    return {
      position: sent?.headers.get(READ_POSITION_HEADER) ?? null,
      end: async (how: Settled) => {
        settle(how);
        await answered.catch(() => undefined);
      },
    };
  };
  return {
    begin,
    /** Sends and is answered at once; returns the position that was sent along. */
    ask: async (method: "GET" | "POST", how: Settled) => {
      const request = begin(method);
      await request.end(how);
      return request.position;
    },
    /** The position that the next read sends along. */
    next: async () => {
      const request = begin("GET");
      await request.end(null);
      return request.position;
    },
  };
}

/** The position of an answer, null for none, or no answer at all. */
type Settled = string | null | typeof LOST;

describe("The console", () => {
  test("sends the latest position of its answers along with reads, and with nothing before the first", async () => {
    const { ask, next } = openTab();
    expect(await ask("GET", FIRST)).toBeNull();
    expect(await ask("GET", LATER)).toBe(FIRST);
    expect(await next()).toBe(LATER);
  });

  test("keeps the later position when answers overtake each other", async () => {
    const { ask, next } = openTab();
    await ask("GET", LATER);
    await ask("GET", FIRST);
    expect(await next()).toBe(LATER);
  });

  test("takes the position of a new line, which cannot be compared", async () => {
    const { ask, next } = openTab();
    await ask("GET", LATER);
    await ask("GET", PROMOTED);
    expect(await next()).toBe(PROMOTED);
  });

  test("sends no position with acts, and none with reads while an act is under way", async () => {
    const { ask, begin, next } = openTab();
    await ask("GET", FIRST);
    const act = begin("POST");
    expect(act.position).toBeNull();
    expect(await next()).toBeNull();
    await act.end(LATER);
    expect(await next()).toBe(LATER);
  });

  test.each([
    ["without an answer", LOST],
    ["whose answer has none", null],
  ] as const)(
    "forgets the position after an act %s, which may have been done",
    async (_how, how) => {
      const { ask, next } = openTab();
      await ask("GET", FIRST);
      await ask("POST", how);
      expect(await next()).toBeNull();
    },
  );

  test("forgets the position when an answer says that it is unknown", async () => {
    const { ask, next } = openTab();
    await ask("GET", FIRST);
    await ask("GET", UNKNOWN_POSITION);
    expect(await next()).toBeNull();
  });

  test("takes no position of a read that began before an act", async () => {
    const { begin, ask, next } = openTab();
    const read = begin("GET");
    await ask("POST", LOST);
    await read.end(FIRST);
    expect(await next()).toBeNull();
  });

  test("takes no position of acts that overlap: neither answer need show the other act", async () => {
    const { ask, begin, next } = openTab();
    const one = begin("POST");
    const other = begin("POST");
    await other.end(FIRST);
    await one.end(LATER);
    expect(await next()).toBeNull();
    await ask("GET", LATER);
    expect(await next()).toBe(LATER);
  });

  test("takes no position of a read under way when an act is lost", async () => {
    const { begin, next } = openTab();
    const act = begin("POST");
    const read = begin("GET");
    await act.end(LOST);
    await read.end(FIRST);
    expect(await next()).toBeNull();
  });

  test("shares the position with the other tabs, which forget it too while one of them acts", async () => {
    const tabs = openTabs();
    const one = openTab(tabs());
    const other = openTab(tabs());
    await one.ask("GET", FIRST);
    expect(await other.next()).toBe(FIRST);
    const act = one.begin("POST");
    expect(await other.next()).toBeNull();
    await act.end(LATER);
    expect(await other.next()).toBe(LATER);
  });

  test("hands a failed request on as it is", async () => {
    const transport = withReadPosition(
      async () => await Promise.reject(new TypeError("Failed to fetch")),
      openTabs()(),
    );
    await expect(transport(new Request("https://console.example.com/"))).rejects.toThrow(
      "Failed to fetch",
    );
  });
});
