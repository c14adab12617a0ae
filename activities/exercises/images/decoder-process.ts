import sharp from "sharp";
import { DECODER_LIMITS, IMAGE_WIDTHS } from "../../../contract/exercises/image-vocabulary.ts";
import type { DecodedImage, DecoderAnswer } from "./decoder-answer.ts";

// A child process started by image-decoder.ts: a picture that crashes its decoder ends only this process.

/** Memory limit in bytes, from the parent process. */
const mostMemory = Number(process.argv[2]);
const WATCH_MS = 50;
/** Exit code for too much memory. */
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

/** Rotates the picture as its EXIF says, and drops all other metadata. */
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
