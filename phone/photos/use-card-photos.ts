import type { MediaFile } from "../../device/media/types.ts";
import { useScopeRead } from "../../device/react/use-scope-read.ts";
import type { Scope } from "../../device/types.ts";
import type { Card } from "../today/card.ts";
import { useChosenPhotos } from "./chosen-photos.ts";
import { keptPhotos } from "./kept-photos.ts";

/**
 * The photos that the next entry on a card takes along.
 *
 * @param scope null for a task without photos.
 */
export function useCardPhotos(scope: Scope | null, { task, refused }: Card): CardPhotoFiles {
  const files = useScopeRead(scope, readFiles).value;
  const chosen = useChosenPhotos(task.taskId);
  return { files, chosen, kept: keptPhotos(files ?? [], { refused, chosen }) };
}

export interface CardPhotoFiles {
  /** The files of this device; undefined until they are read. */
  readonly files: readonly MediaFile[] | undefined;
  /** The photos that the person chose for the next entry. */
  readonly chosen: readonly string[];
  /** The photos of refused entries. */
  readonly kept: readonly string[];
}

async function readFiles(scope: Scope): Promise<readonly MediaFile[]> {
  return await (await scope.part("media")).files();
}
