import { type ChildProcess, fork } from "node:child_process";
import { fileTypeFromBuffer } from "file-type";
import { DECODER_LIMITS } from "../../../contract/exercises/image-vocabulary.ts";
import type { DecodedImage, DecoderAnswer } from "./decoder-wire.ts";
import { ImportRefused } from "./import-refused.ts";

/** Decodes pictures one after another, in a process of its own. */
export interface ImageDecoder {
  /**
   * A picture waits for those asked for before it: its time and memory are its own.
   *
   * @param path names the picture where it is refused.
   * @throws ImportRefused TYPE_UNSUPPORTED, IMAGE_MALFORMED, IMAGE_TOO_LARGE, or DECODER_STOPPED for one that took
   *   more time or memory than a picture may, that ended its process, or that waited when the decoder was closed.
   */
  decode(path: string, bytes: Uint8Array): Promise<DecodedImage>;
  /** Ends the process and refuses every picture that waits; a picture asked for later begins another process. */
  close(): void;
}

/** What one picture may take; its process is given the memory when it begins. */
export interface DecoderLimits {
  readonly milliseconds: number;
  readonly memoryBytes: number;
}

/** By the first bytes, whatever a file is called; drawings can hold programs and are not among them. */
const TYPES = new Set(["image/jpeg", "image/png", "image/webp"]);

/** Opens a decoder. Its process begins with the first picture, and anew after one that ended it. */
export function openImageDecoder(limits: DecoderLimits = DECODER_LIMITS): ImageDecoder {
  let running: ChildProcess | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let closings = 0;
  const stop = () => {
    running?.kill("SIGKILL");
    running = null;
  };
  /** The process that runs; one that ended between two pictures is replaced, or it would fail the next. */
  const begin = () => {
    const child = startProcess(limits);
    child.once("exit", () => {
      if (running === child) running = null;
    });
    return child;
  };
  const decodeNext = async (path: string, bytes: Uint8Array, askedAt: number) => {
    const type = await fileTypeFromBuffer(bytes);
    if (type === undefined || !TYPES.has(type.mime))
      throw new ImportRefused("TYPE_UNSUPPORTED", path);
    if (closings !== askedAt) throw new ImportRefused("DECODER_STOPPED", path);
    running ??= begin();
    const { image, fault } = await ask(running, bytes, limits);
    if (fault === "DECODER_STOPPED") stop();
    if (image === null) throw new ImportRefused(fault, path);
    return image;
  };
  return {
    async decode(path, bytes) {
      const askedAt = closings;
      const decoded = last.then(() => decodeNext(path, bytes, askedAt));
      last = decoded.catch(() => null);
      return await decoded;
    },
    close() {
      closings += 1;
      stop();
    },
  };
}

/** It is given nothing of the surroundings: no secrets for whatever a picture makes of it. */
function startProcess({ memoryBytes }: DecoderLimits): ChildProcess {
  return fork(new URL("decoder-process.ts", import.meta.url), [String(memoryBytes)], {
    serialization: "advanced",
    env: {},
    execArgv: ["--max-old-space-size=256", "--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

async function ask(
  child: ChildProcess,
  bytes: Uint8Array,
  { milliseconds }: DecoderLimits,
): Promise<DecoderAnswer> {
  const answered = Promise.withResolvers<DecoderAnswer>();
  const stopped = () => answered.resolve({ image: null, fault: "DECODER_STOPPED" });
  const heard = (answer: DecoderAnswer) => answered.resolve(answer);
  const late = setTimeout(stopped, milliseconds);
  child.once("message", heard);
  child.once("exit", stopped);
  child.send(bytes, (error) => {
    if (error !== null) stopped();
  });
  try {
    return await answered.promise;
  } finally {
    clearTimeout(late);
    child.off("message", heard);
    child.off("exit", stopped);
  }
}
