import type { MediaFiles } from "./media-files.ts";

/**
 * Marks an account as erased by an empty file among the media, which a restore of the database does not undo
 * (docs/personal-data.md#marks-of-erasures). A repeated call renews the mark.
 */
export async function markErased(files: Pick<MediaFiles, "mark">, userId: string): Promise<void> {
  await files.mark(`${PREFIX}${userId}`);
}

/** Prefix of the user's id; it sorts after all media keys, which are hexadecimal. */
const PREFIX = "erased-";
const MARK = /^erased-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Marks on one page. */
const PAGE = 500;

/** The user whose erasure a file marks; null for any other file. */
export function erasedUserOf(key: string): string | null {
  return MARK.exec(key)?.[1] ?? null;
}

/** The users whose erasure is marked, a page at a time; other files are skipped. */
export async function* listErased(files: Pick<MediaFiles, "list">): AsyncGenerator<string> {
  let after: string | null = PREFIX;
  while (after?.startsWith(PREFIX) === true) {
    const page = await files.list({ after, limit: PAGE });
    for (const { key } of page.files) {
      const userId = erasedUserOf(key);
      if (userId !== null) yield userId;
    }
    after = page.next;
  }
}
