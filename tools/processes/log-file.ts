import { type WriteStream, createWriteStream } from "node:fs";

/**
 * Appends lines to a file that only its owner reads. A line that cannot be written, for example because the disk is full,
 * is lost; the next line opens the file again. A supervisor must not end because it cannot log.
 */
export function openLogFile(path: string): LogFile {
  let stream: WriteStream | null = null;
  const open = () => {
    const opened = createWriteStream(path, { flags: "a", mode: 0o600 });
    opened.on("error", () => {
      if (stream === opened) stream = null;
    });
    return opened;
  };
  return {
    write: (line) => {
      stream ??= open();
      stream.write(`${line}\n`);
    },
    close: () => void stream?.end(),
  };
}

/** A file of lines. */
export interface LogFile {
  write(line: string): void;
  close(): void;
}
