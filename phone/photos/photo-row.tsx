import { useEffect, useState } from "react";
import type { MediaFile } from "../../device/media/types.ts";
import type { Scope } from "../../device/types.ts";
import { PlaneTag } from "../app/plane.tsx";
import { useMoments } from "../texts/language.tsx";
import { FileButton } from "./file-button.tsx";
import { isOnItsWay, percentOf, photoWords } from "./photo-words.ts";
import { usePhotoTexts } from "./texts.ts";
import type { PhotoActs } from "./use-photo-acts.ts";

/** One photo, how far it is, and what the person can do about it. */
export function PhotoRow({ scope, file, name, isDraft, accept, acts }: PhotoRowProps) {
  const texts = usePhotoTexts();
  const moments = useMoments();
  const words = photoWords(file, { texts, moments });
  const isRefused = file.status === "REJECTED";
  const canRemove = isDraft || isRefused || (file.status === "STORED" && file.waitsFor !== null);
  return (
    <li className="photo">
      <Thumbnail scope={scope} file={file} />
      <div className="grow">
        <b>{name}</b>
        {/* An arrived photo says nothing about its entry, which has a plane of its own. */}
        {!isDraft && file.status !== "RECEIVED" && (
          <PlaneTag plane={isRefused ? "REFUSED" : "WAITING"} />
        )}
        <p className={isRefused ? "error" : "soft"}>{words}</p>
        {isOnItsWay(file) && (
          <progress className="progress" aria-label={words} max={100} value={percentOf(file)} />
        )}
        {canRemove && (
          <div className="buttons">
            {isRefused && (
              <FileButton
                accept={accept}
                isBusy={acts.isBusy}
                name={texts.replace(name)}
                onChoose={([given]) => given && void acts.replace(file.mediaId, given)}
              >
                {texts.replaceShort}
              </FileButton>
            )}
            <button
              className="btn quiet"
              type="button"
              aria-label={texts.remove(name)}
              disabled={acts.isBusy}
              onClick={() => void acts.remove(file.mediaId)}
            >
              {texts.removeShort}
            </button>
          </div>
        )}
      </div>
    </li>
  );
}

interface PhotoRowProps {
  readonly scope: Scope;
  readonly file: MediaFile;
  readonly name: string;
  /** Whether no entry has taken it along yet. */
  readonly isDraft: boolean;
  readonly accept: string;
  readonly acts: PhotoActs;
}

/** The picture as this device has it. A browser cannot draw every kind of picture. */
function Thumbnail({ scope, file: { mediaId, type } }: Pick<PhotoRowProps, "scope" | "file">) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    let made: string | null = null;
    void (async () => {
      const bytes = await (await scope.part("media")).read({ mediaId });
      if (bytes === null || isOver) return;
      made = URL.createObjectURL(new Blob([bytes], { type }));
      setAddress(made);
    })().catch(() => null);
    return () => {
      isOver = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [scope, mediaId, type]);
  if (address === null) return <span className="thumb" />;
  return <img className="thumb" src={address} alt="" onError={() => setAddress(null)} />;
}
