import { describe, expect, test } from "@jest/globals";
import {
  type AdmissionPlace,
  type AdmissionQueue,
  createAdmissionQueue,
} from "../../activities/sync/admission/in-process/admission-queue.ts";

const refusal = {
  code: "UNAVAILABLE",
  details: { retryAfterSeconds: expect.any(Number) },
};

const soon = () => new Promise((resolve) => setImmediate(resolve));

describe("admissions of one relationship", () => {
  test("run in sequence, in the order of arrival, whatever the device", async () => {
    const queue = createAdmissionQueue({ connections: 10 });
    const course: string[] = [];
    const admission = (name: string) => async () => {
      course.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      course.push(`${name} ends`);
      return name;
    };
    const names = ["phone", "tablet", "coach"];
    const done = await Promise.all(
      names.map((name) => queue.run(place("r", { deviceId: name }), admission(name))),
    );
    expect(done).toEqual(names);
    expect(course).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  test("queue up to two of one device; the next is refused with a retry time", async () => {
    const queue = createAdmissionQueue({ connections: 10 });
    const { send, end } = openCourse(queue);
    for (const name of ["one", "two", "three"]) void send(name, place("r"));
    await expect(send("four", place("r"))).rejects.toMatchObject(refusal);
    const coach = place("r", { deviceId: "coach's phone", actorUserId: "coach" });
    const other = send("coach", coach);
    for (const name of ["one", "two", "three", "coach"]) await end(name);
    expect(await other).toBe("coach");
    expect(await queue.run(place("r"), async () => "later")).toBe("later");
  });

  test("queue up to eight of one person, over any devices, and the coach is not blocked", async () => {
    const { send } = openCourse(createAdmissionQueue({ connections: 10 }));
    const sent = Array.from({ length: 80 }, (_, n) =>
      send(`device ${n}`, place("r", { deviceId: `device ${n}` })).then(
        () => "admitted",
        () => "refused",
      ),
    );
    await soon();
    const settled = await Promise.race([Promise.all(sent.slice(9)), soon().then(() => "waits")]);
    expect(settled).toEqual(Array.from({ length: 71 }, () => "refused"));
    const coach = place("r", { deviceId: "coach's phone", actorUserId: "coach" });
    const waits = await Promise.race([send("coach", coach), soon().then(() => "waits")]);
    expect(waits).toBe("waits");
  });

  test("that fail do not delay the others", async () => {
    const queue = createAdmissionQueue({ connections: 2 });
    const fails = queue.run(place("r"), () => Promise.reject(new Error("bug")));
    const next = queue.run(place("r"), async () => "next");
    await expect(fails).rejects.toThrow("bug");
    expect(await next).toBe("next");
    for (let time = 0; time < 10; time += 1)
      await expect(queue.run(place("r"), () => Promise.reject(new Error("x")))).rejects.toThrow(
        "x",
      );
    expect(await queue.run(place("r"), async () => "still open")).toBe("still open");
  });

  test("whose callers have gone are not begun", async () => {
    const queue = createAdmissionQueue({ connections: 2 });
    const { send, end, begun } = openCourse(queue);
    void send("first", place("a"));
    let isAwaited = true;
    const left = send("left", place("b", { isAwaited: () => isAwaited }));
    const last = send("last", place("c"));
    isAwaited = false;
    await end("first");
    await expect(left).rejects.toMatchObject(refusal);
    await end("last");
    expect(await last).toBe("last");
    expect(begun).toEqual(["first", "last"]);
  });
});

describe("admissions of all relationships", () => {
  test.each([
    { connections: 1, atOnce: 1 },
    { connections: 2, atOnce: 1 },
    { connections: 9, atOnce: 4 },
    { connections: 20, atOnce: 10 },
  ])("use at most half of $connections connections", async ({ connections, atOnce }) => {
    const { send, begun } = openCourse(createAdmissionQueue({ connections }));
    for (let person = 0; person < 30; person += 1) void send(`${person}`, place(`${person}`));
    await soon();
    expect(begun).toHaveLength(atOnce);
  });

  test("run up to their concurrency limit and no more", async () => {
    const { send, end, begun } = openCourse(createAdmissionQueue({ connections: 4 }));
    for (const name of ["a", "b", "c", "d"]) void send(name, place(name));
    await soon();
    expect(begun).toEqual(["a", "b"]);
    await end("b");
    expect(begun).toEqual(["a", "b", "c"]);
    await end("a");
    await end("c");
    await end("d");
    expect(begun).toEqual(["a", "b", "c", "d"]);
  });

  test("are scheduled fairly: a relationship with many runs once while the others run once", async () => {
    const { send, end, begun } = openCourse(createAdmissionQueue({ connections: 2 }));
    const devices = ["busy 1", "busy 2", "busy 3"];
    for (const deviceId of devices) void send(deviceId, place("busy", { deviceId }));
    for (const name of ["ann", "bob"]) void send(name, place(name));
    await soon();
    for (const name of ["busy 1", "ann", "bob", "busy 2", "busy 3"]) await end(name);
    expect(begun).toEqual(["busy 1", "ann", "bob", "busy 2", "busy 3"]);
  });
});

function place(relationshipId: string, changes: Partial<AdmissionPlace> = {}): AdmissionPlace {
  return {
    relationshipId,
    deviceId: `${relationshipId}'s phone`,
    actorUserId: relationshipId,
    isAwaited: () => true,
    ...changes,
  };
}

/** Admissions that end when the test says so, and the ones that have begun, in order. */
function openCourse(queue: AdmissionQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const results = new Map<string, Promise<unknown>>();
  return {
    begun,
    send(name: string, of: AdmissionPlace) {
      const result = queue.run(of, () => {
        begun.push(name);
        const gate = Promise.withResolvers<string>();
        ends.set(name, () => gate.resolve(name));
        return gate.promise;
      });
      result.catch(() => undefined);
      results.set(name, result);
      return result;
    },
    async end(name: string) {
      await soon();
      ends.get(name)?.();
      await results.get(name);
      await soon();
    },
  };
}
