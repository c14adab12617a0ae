import { type ChildProcess, fork } from "node:child_process";
import { fileTypeFromBuffer } from "file-type";
import { DECODER_LIMITS } from "../../../contract/exercises/image-vocabulary.ts";
import type { DecodedImage, DecoderAnswer } from "./decoder-answer.ts";
import { ImportRefused } from "./import-refused.ts";

/** Decodes pictures one after another in a child process. */
export interface ImageDecoder {
  /**
   * Decodes one picture after all earlier ones, within its own time and memory limit.
   *
   * @param path names the picture in the error.
   * @throws ImportRefused TYPE_UNSUPPORTED, IMAGE_MALFORMED, IMAGE_TOO_LARGE or DECODER_STOPPED. The last means that
   * the picture exceeded the time or memory limit, crashed the process, or was still queued when the decoder closed.
   */
  decode(path: string, bytes: Uint8Array): Promise<DecodedImage>;
  /** Ends the process and refuses all waiting pictures. A later picture starts another process. */
  close(): void;
}

/** Limits of one picture; the process gets its memory limit when it starts. */
export interface DecoderLimits {
  readonly milliseconds: number;
  readonly memoryBytes: number;
}

/** Judged by the first bytes, not the file name. Vector drawings are excluded because they can contain programs. */
const TYPES = new Set(["image/jpeg", "image/png", "image/webp"]);

/** Opens a decoder. Its process starts with the first picture; if it ends, the next picture starts another. */
export function openImageDecoder(limits: DecoderLimits = DECODER_LIMITS): ImageDecoder {
  let running: ChildProcess | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let closings = 0;
  const stop = () => {
    running?.kill("SIGKILL");
    running = null;
  };
  /** The running process. One that ended between two pictures is replaced; otherwise the next picture would fail. */
  const begin = () => {
    const child = startProcess(limits);
    child.once("exit", () => {
      if (running === child) running = null;
    });
    return child;
  };
  const decodeNext = async (path: string, bytes: Uint8Array, closingsBefore: number) => {
    const type = await fileTypeFromBuffer(bytes);
    if (type === undefined || !TYPES.has(type.mime))
      throw new ImportRefused("TYPE_UNSUPPORTED", path);
    if (closings !== closingsBefore) throw new ImportRefused("DECODER_STOPPED", path);
    running ??= begin();
    const { image, fault } = await ask(running, bytes, limits);
    if (fault === "DECODER_STOPPED") stop();
    if (image === null) throw new ImportRefused(fault, path);
    return image;
  };
  return {
    async decode(path, bytes) {
      const closingsBefore = closings;
      const decoded = last.then(() => decodeNext(path, bytes, closingsBefore));
      last = decoded.catch(() => null);
      return await decoded;
    },
    close() {
      closings += 1;
      stop();
    },
  };
}

/** The environment is empty, so that an exploit in a picture finds no secrets. */
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
  const receive = (answer: DecoderAnswer) => answered.resolve(answer);
  const late = setTimeout(stopped, milliseconds);
  child.once("message", receive);
  child.once("exit", stopped);
  child.send(bytes, (error) => {
    if (error !== null) stopped();
  });
  try {
    return await answered.promise;
  } finally {
    clearTimeout(late);
    child.off("message", receive);
    child.off("exit", stopped);
  }
}
