import { useEffect, useId, useRef } from "react";
import {
  MEDIA_TYPES,
  type MediaKind,
  UPLOAD_PURPOSES,
  type UploadPurpose,
} from "../../contract/media/vocabulary.ts";
import type { MediaFile } from "../../device/media/types.ts";
import type { Scope } from "../../device/types.ts";
import type { CardPhotos } from "../today/read-task.ts";
import { chosenPhotos } from "./chosen-photos.ts";
import { FileButton } from "./file-button.tsx";
import { PhotoRow } from "./photo-row.tsx";
import { usePhotoTexts } from "./texts.ts";
import { usePhotoActs } from "./use-photo-acts.ts";

/** The photos of a task: those that the next entry takes along, and those of former entries with their upload. */
export function PhotoSection(props: PhotoSectionProps) {
  const { scope, taskId, rule, files, chosen, kept, operations, isOpen } = props;
  const texts = usePhotoTexts();
  const id = useId();
  const acts = usePhotoActs(scope, { taskId, purpose: rule.purpose });
  const drafts = files?.filter(({ mediaId }) => chosen.includes(mediaId)) ?? [];
  const named = files?.filter((file) => file.operations.some((one) => operations.includes(one)));
  useForgottenPhotos(taskId, { files, chosen });
  const shown = [...(named ?? []).filter((file) => !drafts.includes(file)), ...drafts];
  const count = chosen.length + kept.length;
  const room = rule.most - count;
  if (shown.length === 0 && !isOpen) return null;
  const accept = acceptedTypes(rule.purpose);
  return (
    <section className="photos" aria-labelledby={id}>
      <h3 id={id}>{texts.title}</h3>
      {shown.length > 0 && (
        <ul>
          {shown.map((file, index) => (
            <PhotoRow
              key={file.mediaId}
              scope={scope}
              file={file}
              name={texts.photo(index + 1)}
              isDraft={drafts.includes(file)}
              accept={accept}
              acts={acts}
            />
          ))}
        </ul>
      )}
      {isOpen && (
        <>
          <p className="hint">
            {rule.least > count ? texts.needed(rule.least - count) : texts.allowed(rule.most)}
          </p>
          {room > 0 && (
            <FileButton
              accept={accept}
              isBusy={acts.isBusy}
              isMany
              onChoose={(given) => void acts.add(given, room)}
            >
              {texts.add}
            </FileButton>
          )}
        </>
      )}
    </section>
  );
}

interface PhotoSectionProps {
  readonly scope: Scope;
  readonly taskId: string;
  readonly rule: CardPhotos;
  /** The files of this device; undefined until they are read. */
  readonly files: readonly MediaFile[] | undefined;
  /** The photos that the person chose for the next entry. */
  readonly chosen: readonly string[];
  /** The photos of refused entries, which the next entry takes along too. */
  readonly kept: readonly string[];
  /** The entries of this device on the task. */
  readonly operations: readonly string[];
  readonly isOpen: boolean;
}

/**
 * A purge may have deleted chosen photos. Those that were chosen since are not among the files that were read first.
 */
function useForgottenPhotos(
  taskId: string,
  { files, chosen }: Pick<PhotoSectionProps, "files" | "chosen">,
): void {
  const isChecked = useRef(false);
  useEffect(() => {
    if (files === undefined || isChecked.current) return;
    isChecked.current = true;
    const known = new Set(files.map(({ mediaId }) => mediaId));
    for (const mediaId of chosen) if (!known.has(mediaId)) chosenPhotos.remove(taskId, mediaId);
  }, [files, chosen, taskId]);
}

function acceptedTypes(purpose: UploadPurpose): string {
  const kinds: readonly MediaKind[] = UPLOAD_PURPOSES[purpose].kinds;
  return Object.entries(MEDIA_TYPES)
    .filter(([, { kind }]) => kinds.includes(kind))
    .map(([type]) => type)
    .join(",");
}
