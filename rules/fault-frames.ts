/** As V8 writes one: where in which file, with or without the name of the function. */
const FRAME = /^at (?:[^()]+ \()?(?:file:\/\/|node:|\/)[^()]*:\d+:\d+\)?$/;

/**
 * Where a fault came from: the first frames of its stack. The message, which stands before them and may quote what
 * somebody wrote, may look like a frame itself, so it is cut off first; without it nothing is told.
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
