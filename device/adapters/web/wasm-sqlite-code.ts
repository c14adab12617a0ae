/** The extended result code of SQLite in an error of its WebAssembly build; null in any other error. */
export function wasmSqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !("resultCode" in error)) return null;
  const { resultCode } = error;
  if (typeof resultCode !== "number") return null;
  return resultCode === IOERR ? IOERR_WRITE : resultCode;
}

/**
 * The private file system reports every failure with this code. An open, exclusively locked file fails when the quota
 * or the disk has no room for the write.
 */
const IOERR = 10;
const IOERR_WRITE = 778;
