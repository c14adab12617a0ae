import sharp from "sharp";
import { DECODER_LIMITS, IMAGE_WIDTHS } from "../../../contract/exercises/image-vocabulary.ts";
import type { DecodedImage, DecoderAnswer } from "./decoder-wire.ts";

// A process of its own, started by image-decoder.ts: whatever a picture does to its decoder ends with it.

/** Bytes, from who started it. */
const mostMemory = Number(process.argv[2]);
const WATCH_MS = 50;
/** By which the process says that it took too much memory. */
const OUT_OF_MEMORY = 9;
const QUALITY = 80;

sharp.cache(false);
sharp.concurrency(1);
setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory) process.exit(OUT_OF_MEMORY);
}, WATCH_MS).unref();

process.on("message", (bytes) => {
  if (bytes instanceof Uint8Array) void answer(bytes);
});
process.on("disconnect", () => process.exit(0));

async function answer(bytes: Uint8Array): Promise<void> {
  const found: DecoderAnswer = await decode(bytes).then(
    (image) => ({ image, fault: null }),
    (error: unknown) => ({ image: null, fault: faultOf(error) }),
  );
  process.send?.(found);
}

/** Turns the picture as its camera says, and keeps nothing else that was told beside the pixels. */
async function decode(bytes: Uint8Array): Promise<DecodedImage> {
  const open = () =>
    sharp(bytes, { limitInputPixels: DECODER_LIMITS.pixels, failOn: "error", pages: 1 }).rotate();
  const renditions = [];
  const { autoOrient } = await open().metadata();
  for (const width of IMAGE_WIDTHS) {
    const { data, info } = await open()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    renditions.push({ width, height: info.height, bytes: data });
  }
  return { width: autoOrient.width, height: autoOrient.height, renditions };
}

const faultOf = (error: unknown) =>
  error instanceof Error && /pixel limit/iu.test(error.message)
    ? "IMAGE_TOO_LARGE"
    : "IMAGE_MALFORMED";
