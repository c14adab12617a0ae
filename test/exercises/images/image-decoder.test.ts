import { afterAll, describe, expect, test } from "@jest/globals";
import { openImageDecoder } from "../../../activities/exercises/images/image-decoder.ts";
import { DECODER_LIMITS } from "../../../contract/exercises/image-vocabulary.ts";
import { picture } from "./small-library.ts";

/** As the decoder finds them with each picture. */
const limits: { milliseconds: number; memoryBytes: number } = { ...DECODER_LIMITS };
const decoder = openImageDecoder(limits);
afterAll(() => decoder.close());

const small = await picture("red");
/** Just within what may be: decoding it takes several looks at the memory. */
const large = await picture("red", 5_900, "png");

const stopped = { name: "ImportRefused", code: "DECODER_STOPPED", path: "a.png" };
const decoded = async () => (await decoder.decode("b.jpg", small)).width;

describe("A picture (docs/rooms/exercises.md#image-libraries)", () => {
  test("that takes longer than it may is refused; the next one is decoded anew", async () => {
    limits.milliseconds = 1;
    await expect(decoder.decode("a.png", large)).rejects.toMatchObject(stopped);
    limits.milliseconds = DECODER_LIMITS.milliseconds;
    expect(await decoded()).toBe(400);
  });

  test("that takes more memory than it may ends its process alone, and the next begins another", async () => {
    decoder.close();
    limits.memoryBytes = 1;
    await expect(decoder.decode("a.png", large)).rejects.toMatchObject(stopped);
    limits.memoryBytes = DECODER_LIMITS.memoryBytes;
    expect(await decoded()).toBe(400);
  });

  test("asked for beside others is answered with its own pixels, or with its own refusal", async () => {
    const widths = [500, 40, 300, 90];
    const pictures = await Promise.all(widths.map((width) => picture("red", width)));
    const broken = small.subarray(0, small.length / 2);
    const asked = [large, ...pictures, broken, small];
    const answers = await Promise.allSettled(
      asked.map((bytes, at) => decoder.decode(`${at}.jpg`, bytes)),
    );
    expect(
      answers.map((answer) =>
        answer.status === "fulfilled" ? answer.value.width : String(answer.reason),
      ),
    ).toEqual([5_900, ...widths, "ImportRefused: IMAGE_MALFORMED: 5.jpg", 400]);
  });

  test("that waits when the decoder is closed is refused, and begins no process", async () => {
    const waiting = ["1.jpg", "2.jpg", "3.jpg"].map((path) => decoder.decode(path, small));
    const answers = Promise.allSettled(waiting);
    decoder.close();
    const codes = (await answers).map((answer) =>
      answer.status === "rejected" ? String(answer.reason) : "decoded",
    );
    expect(codes).toEqual([
      "ImportRefused: DECODER_STOPPED: 1.jpg",
      "ImportRefused: DECODER_STOPPED: 2.jpg",
      "ImportRefused: DECODER_STOPPED: 3.jpg",
    ]);
  });
});
