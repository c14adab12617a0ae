import { afterAll, describe, expect, test } from "@jest/globals";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import { ensureNamespace } from "../../workers/worker/ensure-namespace.ts";
import { searchAttributesOf } from "../../workers/worker/search-attributes.ts";

const NOT_FOUND = 5;
const PERMISSION_DENIED = 7;
const UNIMPLEMENTED = 12;
const UNAVAILABLE = 14;
const all = Object.keys(searchAttributesOf());

/** Never used: it only lends its form. */
const { connection: lent } = openTemporalClient({ address: "127.0.0.1:1", namespace: "theirs" });
afterAll(() => lent.close());

describe("A namespace that others administer", () => {
  test("is used as it is if it has every search attribute", async () => {
    const { connection, calls } = serverWith({ known: all });
    await ensureNamespace(connection, "theirs", true);
    expect(calls).toEqual(["describeNamespace", "listSearchAttributes"]);
  });

  test("gets missing search attributes if the server lets the worker add them", async () => {
    const { connection, calls } = serverWith({ known: all.slice(1) });
    await ensureNamespace(connection, "theirs", true);
    expect(calls.at(-1)).toBe("addSearchAttributes");
  });

  test.each([PERMISSION_DENIED, UNIMPLEMENTED])(
    "is refused in one sentence that names missing search attributes if code %i forbids to add them",
    async (code) => {
      const { connection } = serverWith({ known: all.slice(2), adding: code });
      await expect(ensureNamespace(connection, "theirs", true)).rejects.toThrow(
        new RegExp(
          `^TEMPORAL_NAMESPACE: theirs lacks the search attributes ${all[0]} .*, ${all[1]} .*; add them there\\.$`,
        ),
      );
    },
  );

  test("is used if the server does not even list search attributes", async () => {
    const { connection, calls } = serverWith({ known: [], listing: PERMISSION_DENIED });
    await ensureNamespace(connection, "theirs", true);
    expect(calls).not.toContain("addSearchAttributes");
  });

  test("is refused if it does not exist, and is not created", async () => {
    const { connection, calls } = serverWith({ known: all, describing: NOT_FOUND });
    await expect(ensureNamespace(connection, "theirs", true)).rejects.toThrow(
      "TEMPORAL_NAMESPACE: Temporal has no namespace theirs; create it there, or name another.",
    );
    expect(calls).toEqual(["describeNamespace"]);
  });

  test("is tried again if the server is only away", async () => {
    const { connection } = serverWith({ known: all, listing: UNAVAILABLE });
    await expect(ensureNamespace(connection, "theirs", true)).rejects.toMatchObject({
      code: UNAVAILABLE,
    });
  });
});

interface ServerAnswers {
  readonly known: readonly string[];
  /** Codes of the calls that fail. */
  readonly describing?: number;
  readonly listing?: number;
  readonly adding?: number;
}

/** A connection that answers from the test, and the names of the calls in their order. */
function serverWith({ known, describing, listing, adding }: ServerAnswers) {
  const failing = new Map([
    ["describeNamespace", describing],
    ["listSearchAttributes", listing],
    ["addSearchAttributes", adding],
  ]);
  const calls: string[] = [];
  const answer = async (name: string) => {
    calls.push(name);
    const code = failing.get(name);
    if (code !== undefined) throw grpcError(code);
    return { customAttributes: Object.fromEntries(known.map((one) => [one, 2])) };
  };
  const answering = <Stub extends object>(stub: Stub): Stub =>
    new Proxy(stub, { get: (_target, name) => () => answer(String(name)) });
  return {
    calls,
    connection: {
      workflowService: answering(lent.workflowService),
      operatorService: answering(lent.operatorService),
      withDeadline: <T>(_deadline: number | Date, act: () => Promise<T>) => act(),
    },
  };
}

const grpcError = (code: number) =>
  Object.assign(new Error("planted"), { code, details: "planted", metadata: {} });
