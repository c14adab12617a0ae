import { afterAll, describe, expect, test } from "@jest/globals";
import pino from "pino";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import type { TemporalSecurity, TemporalServer } from "../../workers/outside/temporal-options.ts";
import { beginWorker } from "../../workers/worker/begin-worker.ts";
import { eventually } from "../factories/eventually.ts";
import { openTestAuthority } from "../factories/workers/certificates.ts";
import { openTlsFront } from "../factories/workers/tls-front.ts";
import { getTestPart } from "../harness/context.ts";

const SERVER_NAME = "temporal.test";
const { address: target, namespace } = getTestPart("temporal");
const authority = openTestAuthority();
const stranger = openTestAuthority();
const own = authority.issue(SERVER_NAME);
const endpoint = { target, authority, own };
const open = await openTlsFront(endpoint);
const mutual = await openTlsFront({ ...endpoint, needsCertificate: true });
const keyed = await openTlsFront({ ...endpoint, apiKey: "key-of-sideline" });
afterAll(async () => {
  for (const front of [open, mutual, keyed]) await front.close();
  authority.close();
  stranger.close();
});

const trusting: TemporalSecurity = {
  authority: authority.certificate,
  serverName: SERVER_NAME,
  pair: null,
  apiKey: null,
};
const ANSWERS = { serverVersion: expect.any(String) };

describe("A process reaches Temporal by TLS", () => {
  test("if it trusts the authority that signed the server's certificate", async () => {
    expect(await ask({ address: open.address, security: trusting })).toMatchObject(ANSWERS);
  });

  test("but not if another authority signed it, if the name differs, or without TLS", async () => {
    const others = [
      { ...trusting, authority: stranger.certificate },
      { ...trusting, authority: null },
      { ...trusting, serverName: "other.test" },
      null,
    ];
    const asked = await Promise.allSettled(
      others.map((security) => ask({ address: open.address, security })),
    );
    expect(asked.map(({ status }) => status)).toEqual(others.map(() => "rejected"));
  });

  test("with a client certificate, and not without it or with a stranger's", async () => {
    const { address } = mutual;
    const pair = authority.issue("sideline.test");
    expect(await ask({ address, security: { ...trusting, pair } })).toMatchObject(ANSWERS);
    await expect(ask({ address, security: trusting })).rejects.toThrow();
    const foreign = { ...trusting, pair: stranger.issue("sideline.test") };
    await expect(ask({ address, security: foreign })).rejects.toThrow();
  });

  test("until the server's certificate has expired and the link breaks, and again once there is a new certificate", async () => {
    const front = await openTlsFront({ ...endpoint, own: authority.issue(SERVER_NAME) });
    const client = openTemporalClient({
      address: front.address,
      namespace,
      security: trusting,
    });
    const call = () =>
      client.withDeadline(Date.now() + 2_000, () => client.workflowService.getSystemInfo({}));
    expect(await call()).toMatchObject(ANSWERS);
    front.present(authority.issueExpired(SERVER_NAME));
    expect(await call()).toMatchObject(ANSWERS);
    front.cut();
    await expect(call()).rejects.toThrow();
    front.present(authority.issue(SERVER_NAME));
    await eventually(
      () => call().catch(() => null),
      (answer) => answer !== null,
    );
    await client.connection.close();
    await front.close();
  }, 30_000);

  test("with an API key, which each call carries, and not with another key", async () => {
    const { address } = keyed;
    const security = { ...trusting, apiKey: "key-of-sideline" };
    expect(await ask({ address, security })).toMatchObject(ANSWERS);
    const wrong = { ...trusting, apiKey: "another" };
    await expect(ask({ address, security: wrong })).rejects.toMatchObject({ code: 16 });
  });
});

describe("A worker at a server that knows its clients", () => {
  const { signal: stop } = new AbortController();
  const log = pino({ level: "silent" });
  const make = async () => "made";

  test.each([
    ["a client certificate", () => ({ pair: authority.issue("worker.test") }), mutual],
    ["an API key", () => ({ apiKey: "key-of-sideline" }), keyed],
  ])("begins by %s in a namespace that exists", async (_title, known, { address }) => {
    const security = { ...trusting, ...known() };
    const begun = await beginWorker({ address, namespace, security }, { make, log, stop });
    expect(begun?.made).toBe("made");
    await begun?.connection.close();
  });

  test("refuses to start without its namespace, and creates none", async () => {
    const security = { ...trusting, apiKey: "key-of-sideline" };
    const absent = { address: keyed.address, namespace: "absent.a1b2c", security };
    await expect(beginWorker(absent, { make, log, stop })).rejects.toThrow(
      "TEMPORAL_NAMESPACE: Temporal has no namespace absent.a1b2c; create it there, or name another.",
    );
    const client = openTemporalClient({ address: target, namespace });
    const looked = client.workflowService.describeNamespace({ namespace: absent.namespace });
    await expect(looked).rejects.toMatchObject({ code: 5 });
    await client.connection.close();
  });
});

async function ask(server: TemporalServer) {
  const client = openTemporalClient({ ...server, namespace });
  try {
    return await client.withDeadline(Date.now() + 2_000, () =>
      client.workflowService.getSystemInfo({}),
    );
  } finally {
    await client.connection.close();
  }
}
