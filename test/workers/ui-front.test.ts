import { type IncomingMessage, createServer, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type UiFront, openUiFront, planUi } from "../../tools/temporal/ui-front.ts";

/** The requests that reached the UI: `METHOD /path body`. */
const reached: string[] = [];
const ui = createServer((req, res) => {
  void text(req).then((body) => {
    reached.push(`${req.method} ${req.url} ${body}`);
    res.writeHead(200, { "set-cookie": ["a=1", "b=2"] }).end("the UI");
  });
});
let front: UiFront;
beforeAll(async () => {
  const place = await planUi();
  await new Promise<void>((resolve) => void ui.listen(place.port, place.host, resolve));
  front = await openUiFront(0, place);
});
afterAll(async () => {
  await front.close();
  await new Promise((resolve) => void ui.close(resolve));
});

describe("the Temporal UI of the embedded stack", () => {
  test.each([["127.0.0.1"], ["localhost"], ["[::1]"]])("is reached as %s", async (name) => {
    reached.length = 0;
    const body = '{"some":"thing"}';
    const host = ["host", `${name}:${front.port}`, "content-length", String(body.length)];
    const answer = await ask({ headers: host, method: "POST", body });
    expect(answer).toMatchObject({ status: 200, text: "the UI" });
    expect(answer.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
    expect(reached).toEqual([`POST /a?b=c ${body}`]);
  });

  test.each([
    ["a foreign host name", ["host", "rebound.example"]],
    ["a foreign host name with our port", ["host", "rebound.example:8233"]],
    ["a host name that begins like ours", ["host", "localhost.example"]],
    ["a host name behind a user name", ["host", "localhost@rebound.example"]],
    ["an address of the network", ["host", "192.168.0.7:8233"]],
    ["a missing host name", ["host", ""]],
  ])("refuses %s", async (_what, headers) => {
    reached.length = 0;
    expect((await ask({ headers })).status).toBe(421);
    expect(reached).toEqual([]);
  });

  test("refuses a request with two host names", async () => {
    reached.length = 0;
    const answer = await ask({ headers: ["host", "localhost", "host", "rebound.example"] });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(reached).toEqual([]);
  });

  test("reports that the UI is away", async () => {
    const away = await openUiFront(0, { host: "127.0.0.1", port: 9 });
    const answer = await fetch(`http://127.0.0.1:${away.port}/`);
    expect(answer.status).toBe(502);
    await away.close();
  });
});

type Ask = {
  readonly headers: readonly string[];
  readonly method?: string;
  readonly body?: string;
};

/** Sends exactly these headers, as name, value, name, value. */
async function ask({ headers, method = "GET", body = "" }: Ask) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { host: "127.0.0.1", port: front.port, path: "/a?b=c", method };
    const sent = request({ ...options, headers: [...headers], setHost: false }, resolve);
    sent.once("error", reject).end(body);
  });
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}
