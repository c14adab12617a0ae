/**
 * What the browser says about the storage of this site. In a page, it asks for storage that stays when the disk is
 * short; a worker can only read the answer.
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
  /** False: the browser may delete everything of this site when the disk is short. */
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
