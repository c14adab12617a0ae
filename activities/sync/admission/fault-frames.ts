/** A frame of a stack: `at`, perhaps a function, a file or module, line and column. */
const FRAME = /^at (?:.+ \()?(?:file:|node:|\/).+:\d+:\d+\)?$/;

/**
 * Where a fault came from: the first frames of its stack. The message, which stands before them, may
 * look like a frame itself, so it is cut off first.
 */
export function faultFrames(fault: unknown): readonly string[] {
  if (!(fault instanceof Error) || fault.stack === undefined) return [];
  const messageAt = fault.stack.indexOf(fault.message);
  if (messageAt === -1) return [];
  const lines = fault.stack.slice(messageAt + fault.message.length).split("\n");
  return lines
    .map((line) => line.trim())
    .filter((line) => FRAME.test(line))
    .slice(0, 5);
}
