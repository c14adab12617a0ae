import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { placeOfZone } from "../../kit/zone-time.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { DownloadButton } from "./download-button.tsx";
import { FilePicture } from "./file-picture.tsx";
import { FilePlayer } from "./file-player.tsx";
import { fileSize, fileView } from "./file-view.ts";
import type { ClientFile } from "./files-query.ts";

/** A file in large, with its facts; the keys of the arrows lead to the one before and after. */
export function FileDialog({ file, zone, step, close }: FileDialogProps): ReactNode {
  const { t, known, formats } = useTexts();
  const name = known("files.purpose.", file.purpose, "files.purpose.OTHER");
  const { unit, amount } = fileSize(file.sizeBytes);
  useKeys([
    { keys: ["ArrowLeft"], label: t("files.before"), run: () => step(-1) },
    { keys: ["ArrowRight"], label: t("files.after"), run: () => step(1) },
  ]);
  return (
    <Dialog
      title={name}
      isLarge
      close={close}
      footer={
        <>
          <Button kind="quiet" icon="left" label={t("files.before")} onPress={() => step(-1)} />
          <Button kind="quiet" icon="right" label={t("files.after")} onPress={() => step(1)} />
          <DownloadButton key={file.mediaId} file={file} />
        </>
      }
    >
      <div className="file-stage">
        <FileContent key={file.mediaId} file={file} name={name} />
      </div>
      <p className="meta">
        {t("files.facts", {
          kind: known("files.kind.", file.kind, "files.kind.OTHER"),
          size: `${formats.number(amount)} ${unit}`,
          at: formats.moment(new Date(file.createdAt), zone),
          place: placeOfZone(zone),
        })}
      </p>
    </Dialog>
  );
}

interface FileDialogProps {
  readonly file: ClientFile;
  /** The client's zone. */
  readonly zone: string;
  /** Opens the file so many places further in the list. */
  readonly step: (by: number) => void;
  readonly close: () => void;
}

function FileContent({ file, name }: FileContentProps): ReactNode {
  const { t } = useTexts();
  const view = fileView(file);
  switch (view) {
    case "PICTURE":
      return (
        <FilePicture
          mediaId={file.mediaId}
          alt={name}
          instead={(hasFailed) => (
            <p className="meta" role="status">
              {t(hasFailed ? "files.notShown" : "files.loading")}
            </p>
          )}
        />
      );
    case "VIDEO":
    case "AUDIO":
      return <FilePlayer mediaId={file.mediaId} kind={view} name={name} />;
    case "DOWNLOAD":
      return <p className="note">{t("files.onlyDownload")}</p>;
  }
}

interface FileContentProps {
  readonly file: ClientFile;
  readonly name: string;
}
