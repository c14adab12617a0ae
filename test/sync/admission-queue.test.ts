import { describe, expect, test } from "@jest/globals";
import { createAdmissionQueue } from "../../activities/sync/admission/admission-queue.ts";

describe("Admissions of one device", () => {
  test("run one after the other, in the order they came", async () => {
    const queue = createAdmissionQueue();
    const course: string[] = [];
    const admission = (name: string) => async () => {
      course.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      course.push(`${name} ends`);
      return name;
    };
    const names = ["first", "second", "third"];
    const done = await Promise.all(names.map((name) => queue.run("device", admission(name))));
    expect(done).toEqual(names);
    expect(course).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  test("two may wait; the next is told when to come back", async () => {
    const queue = createAdmissionQueue();
    const gate = Promise.withResolvers<string>();
    const waiting = Array.from({ length: 3 }, () => queue.run("device", () => gate.promise));
    await expect(queue.run("device", async () => "fourth")).rejects.toMatchObject({
      code: "UNAVAILABLE",
      details: { retryAfterSeconds: expect.any(Number) },
    });
    expect(await queue.run("another", async () => "not held up")).toBe("not held up");
    gate.resolve("done");
    expect(await Promise.all(waiting)).toEqual(["done", "done", "done"]);
    expect(await queue.run("device", async () => "later")).toBe("later");
  });

  test("that fail hold nobody up", async () => {
    const queue = createAdmissionQueue();
    const fails = queue.run("device", () => Promise.reject(new Error("bug")));
    const next = queue.run("device", async () => "next");
    await expect(fails).rejects.toThrow("bug");
    expect(await next).toBe("next");
    for (let time = 0; time < 10; time += 1)
      await expect(queue.run("device", () => Promise.reject(new Error("x")))).rejects.toThrow("x");
    expect(await queue.run("device", async () => "still open")).toBe("still open");
  });
});
