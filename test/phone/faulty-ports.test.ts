import { expect, test } from "@jest/globals";
import type { Clock } from "../../device/ports/clock.ts";
import type { Http, HttpRequest } from "../../device/ports/http.ts";
import type { SignIn } from "../../device/ports/sign-in.ts";
import { type Faults, NO_FAULTS } from "../../phone/developer/faults.ts";
import { readStart } from "../../phone/read-start.ts";
import { faultyPorts } from "../../phone/developer/faulty-ports.ts";

const BATCH: HttpRequest = {
  method: "POST",
  path: "/api/v1/coach-client-relationships/r/sync",
  headers: {},
  silenceMs: 8_000,
};
const READ: HttpRequest = { ...BATCH, method: "GET", path: "/api/v1/client/today" };

function faulty(faults: Partial<Faults>) {
  let now: Faults = { ...NO_FAULTS, ...faults };
  const sent: HttpRequest[] = [];
  const clock: Clock = { now: () => 1_000, monotonic: () => 7, after: () => () => undefined };
  const http: Http = {
    send: async (request) => {
      sent.push(request);
      return { kind: "ANSWER", status: 200, headers: {}, text: "{}", roundTripMs: 1 };
    },
  };
  const signIn: SignIn = {
    renew: async () => ({ accessToken: "a", refreshToken: "r", expiresInSeconds: 300 }),
  };
  const set = (next: Faults) => {
    now = next;
  };
  const channel = { read: () => now, set, watch: () => () => undefined };
  return { ports: faultyPorts({ http, signIn, clock }, channel), sent, channel };
}

test("in airplane mode no request leaves the page, and no token is renewed", async () => {
  const { ports, sent } = faulty({ airplane: true });
  expect(await ports.http.send(BATCH)).toEqual({ kind: "SILENCE", reason: "NOT_SENT" });
  expect(await ports.signIn.renew("r")).toBe("SILENT");
  expect(sent).toEqual([]);
});

test("an answer in transit when airplane mode is switched on never arrives", async () => {
  const { ports, channel } = faulty({});
  const answer = ports.http.send(READ);
  channel.set({ ...NO_FAULTS, airplane: true });
  expect(await answer).toEqual({ kind: "SILENCE", reason: "CUT_OFF" });
});

test("only the answer to the next batch is lost: reads before it and the batch after it get theirs", async () => {
  const { ports, sent, channel } = faulty({ loseAnswer: true });
  const kinds = [];
  for (const request of [READ, BATCH, BATCH]) kinds.push((await ports.http.send(request)).kind);
  expect(kinds).toEqual(["ANSWER", "SILENCE", "ANSWER"]);
  expect(sent).toHaveLength(3);
  expect(channel.read()).toEqual(NO_FAULTS);
});

test("a wrong clock is wrong for the library's instants, and right for its durations", () => {
  const { ports } = faulty({ clockOffsetMs: -3_600_000 });
  expect([ports.clock.now(), ports.clock.monotonic()]).toEqual([-3_599_000, 7]);
});

test.each(["", "{", "[]", '"x"', "null", '{"airplane":"yes","clockOffsetMs":"1"}'])(
  "a worker whose name reads %p starts the client app without faults, in English",
  (name) => {
    expect(readStart(name)).toEqual({
      faults: NO_FAULTS,
      language: "en",
      surface: "CLIENT_MOBILE",
    });
  },
);

test("a worker starts with the faults, the language and the app of its page", () => {
  const faults = { airplane: true, loseAnswer: false, clockOffsetMs: 5 };
  const start = { language: "de", surface: "COACH_MOBILE" };
  expect(readStart(JSON.stringify({ ...faults, ...start }))).toEqual({ faults, ...start });
});
