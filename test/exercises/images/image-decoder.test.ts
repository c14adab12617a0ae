import { afterAll, describe, expect, test } from "@jest/globals";
import { openImageDecoder } from "../../../activities/exercises/images/image-decoder.ts";
import { DECODER_LIMITS } from "../../../contract/exercises/image-vocabulary.ts";
import { picture } from "./small-library.ts";

/** The limits that the decoder reads for each picture. */
const limits: { milliseconds: number; memoryBytes: number } = { ...DECODER_LIMITS };
const decoder = openImageDecoder(limits);
afterAll(() => decoder.close());

const small = await picture("red");
/** Just within the limits: decoding it takes several checks of the memory. */
const large = await picture("red", 5_900, "png");

const stopped = { name: "ImportRefused", code: "DECODER_STOPPED", path: "a.png" };
const decoded = async () => (await decoder.decode("b.jpg", small)).width;

describe("A picture (docs/rooms/exercises.md#image-libraries)", () => {
  test("that decodes too slowly is refused, and the next one is decoded by a new process", async () => {
    limits.milliseconds = 1;
    await expect(decoder.decode("a.png", large)).rejects.toMatchObject(stopped);
    limits.milliseconds = DECODER_LIMITS.milliseconds;
    expect(await decoded()).toBe(400);
  });

  test("that needs too much memory ends only its process, and the next picture starts another", async () => {
    decoder.close();
    limits.memoryBytes = 1;
    await expect(decoder.decode("a.png", large)).rejects.toMatchObject(stopped);
    limits.memoryBytes = DECODER_LIMITS.memoryBytes;
    expect(await decoded()).toBe(400);
  });

  test("decoded alongside others returns its own pixels or its own refusal", async () => {
    const widths = [500, 40, 300, 90];
    const pictures = await Promise.all(widths.map((width) => picture("red", width)));
    const broken = small.subarray(0, small.length / 2);
    const pictureSet = [large, ...pictures, broken, small];
    const answers = await Promise.allSettled(
      pictureSet.map((bytes, at) => decoder.decode(`${at}.jpg`, bytes)),
    );
    expect(
      answers.map((answer) =>
        answer.status === "fulfilled" ? answer.value.width : String(answer.reason),
      ),
    ).toEqual([5_900, ...widths, "ImportRefused: IMAGE_MALFORMED: 5.jpg", 400]);
  });

  test("that waits when the decoder closes is refused, and starts no process", async () => {
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
