/**
 * The first stack frames of an error. The message precedes them, may quote user input and may itself look like a
 * frame. It is therefore cut off first; if that fails, no frame is returned.
 */
export function faultFrames({ stack = "", message }: Error, most: number): readonly string[] {
  const messageAt = stack.indexOf(message);
  if (messageAt === -1) return [];
  const lines = stack.slice(messageAt + message.length).split("\n");
  return lines
    .map((line) => line.trim())
    .filter((line) => FRAME.test(line))
    .slice(0, most);
}

/** A stack frame as V8 writes it: file and position, with or without a function name. */
const FRAME = /^at (?:[^()]+ \()?(?:file:\/\/|node:|\/)[^()]*:\d+:\d+\)?$/;
