import { useState } from "react";
import {
  MEDIA_TYPES,
  type MediaType,
  type UploadPurpose,
} from "../../contract/media/vocabulary.ts";
import type { Attached, FileAbsent } from "../../device/media/types.ts";
import type { Scope } from "../../device/types.ts";
import { useAnnounce } from "../app/announce.tsx";
import { whileWriting } from "../updates/writing.ts";
import { chosenPhotos } from "./chosen-photos.ts";
import { type PhotoTexts, usePhotoTexts } from "./texts.ts";

/** Adds, replaces and removes the photos of a task, and announces what did not work. */
export function usePhotoActs(scope: Scope, { taskId, purpose }: PhotosOfTask): PhotoActs {
  const texts = usePhotoTexts();
  const announce = useAnnounce();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (act: () => Promise<string | null>) => {
    setIsBusy(true);
    const fault = await whileWriting(act).catch(() => texts.notStored);
    setIsBusy(false);
    if (fault !== null) announce(fault, "fault");
  };
  const media = async () => await scope.part("media");
  return {
    isBusy,
    add: async (files, room) =>
      await run(async () => {
        for (const file of files.slice(0, room)) {
          const type = typeOf(file);
          if (type === null) return texts.refused.TYPE_NOT_ACCEPTED;
          const attached = await (await media()).attach({ file, type, purpose });
          if (attached.kind !== "ATTACHED") return faultOf(attached, texts);
          chosenPhotos.add(taskId, attached.mediaId);
        }
        return files.length > room ? texts.tooMany(room) : null;
      }),
    replace: async (mediaId, file) =>
      await run(async () => {
        const type = typeOf(file);
        if (type === null) return texts.refused.TYPE_NOT_ACCEPTED;
        return faultOf(await (await media()).replace({ mediaId, file, type, purpose }), texts);
      }),
    remove: async (mediaId) =>
      await run(async () => {
        const { kind } = await (await media()).remove({ mediaId });
        chosenPhotos.remove(taskId, mediaId);
        return kind === "ABSENT" ? texts.beingSent : null;
      }),
  };
}

/** The acts on photos; each resolves once it is stored or its fault is announced. */
export interface PhotoActs {
  readonly isBusy: boolean;
  /** @param room how many more the task takes. */
  readonly add: (files: readonly File[], room: number) => Promise<void>;
  readonly replace: (mediaId: string, file: File) => Promise<void>;
  readonly remove: (mediaId: string) => Promise<void>;
}

interface PhotosOfTask {
  readonly taskId: string;
  readonly purpose: UploadPurpose;
}

function faultOf(outcome: Attached | FileAbsent, texts: PhotoTexts): string | null {
  if (outcome.kind === "ATTACHED") return null;
  return outcome.kind === "ABSENT" ? texts.beingSent : texts.refused[outcome.code];
}

/** The browser derives the type from the file's name; the server checks the content. */
function typeOf({ type }: File): MediaType | null {
  return isKnown(type) ? type : null;
}

function isKnown(type: string): type is MediaType {
  return Object.hasOwn(MEDIA_TYPES, type);
}
