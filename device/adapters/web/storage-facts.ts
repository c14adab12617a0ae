/**
 * The browser's facts about the storage of this site. A page also requests persistent storage; a worker can only read
 * whether it was granted.
 */
export async function storageFacts(): Promise<StorageFacts> {
  const { storage } = navigator;
  if (storage === undefined) return { persisted: null, usedBytes: null, quotaBytes: null };
  const persisted = (await storage.persist?.()) ?? (await storage.persisted());
  const { usage = null, quota = null } = await storage.estimate();
  return { persisted, usedBytes: usage, quotaBytes: quota };
}

/** Storage of a site. Null: the browser does not say. */
export interface StorageFacts {
  /** False: the browser may delete all data of this site when the disk is full. */
  readonly persisted: boolean | null;
  readonly usedBytes: number | null;
  readonly quotaBytes: number | null;
}

declare const navigator: {
  /** Absent outside of a secure context. */
  readonly storage?: {
    /** Absent in workers. */
    persist?(): Promise<boolean>;
    persisted(): Promise<boolean>;
    estimate(): Promise<{ readonly usage?: number; readonly quota?: number }>;
  };
};
