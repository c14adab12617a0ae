/**
 * Reads things again, one read of a thing at a time. A change that arrives during a read causes one more read after it.
 * If each change restarted the read, a long list would never end while changes keep coming.
 *
 * @param read reads all of a thing; a failure counts as read, because the page shows it.
 * @returns a function that requests a read.
 */
export function coalesceReads(read: (name: string) => Promise<unknown>): (name: string) => void {
  const reading = new Set<string>();
  const changed = new Set<string>();
  const readUntilSame = async (name: string) => {
    reading.add(name);
    do {
      changed.delete(name);
      await read(name).catch(() => undefined);
    } while (changed.has(name));
    reading.delete(name);
  };
  return (name) => {
    if (reading.has(name)) changed.add(name);
    else void readUntilSame(name);
  };
}
