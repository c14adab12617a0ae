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

describe("A picture (docs/rules.md#exercises-image-libraries)", () => {
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
});
