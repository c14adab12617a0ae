import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { Icon, type IconName } from "../../kit/icon.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { FilePicture } from "./file-picture.tsx";
import { fileView } from "./file-view.ts";
import type { ClientFile } from "./files-query.ts";
import { useNearView } from "./use-near-view.ts";

/** A file as a button that opens it. Its picture is read once it comes near the window. */
export function FileTile({ file, open }: FileTileProps): ReactNode {
  const { t, known, formats } = useTexts();
  const [place, wasNear] = useNearView<HTMLButtonElement>();
  const icon = <Icon name={ICONS[file.kind] ?? "file"} />;
  return (
    <AriaButton ref={place} className="tileex file-tile" onPress={open}>
      <span className="thumb">
        {wasNear && fileView(file) === "PICTURE" ? (
          <FilePicture mediaId={file.mediaId} alt="" instead={() => icon} />
        ) : (
          icon
        )}
      </span>
      <b>{known("files.purpose.", file.purpose, "files.purpose.OTHER")}</b>
      <span className="meta">
        {t("files.dated", {
          date: formats.localDate(file.localDate),
          kind: known("files.kind.", file.kind, "files.kind.OTHER"),
        })}
      </span>
    </AriaButton>
  );
}

interface FileTileProps {
  readonly file: ClientFile;
  readonly open: () => void;
}

const ICONS: Readonly<Record<string, IconName>> = {
  IMAGE: "person",
  VIDEO: "play",
  AUDIO: "bell",
};
