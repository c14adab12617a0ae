import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Failed } from "../../kit/states.tsx";
import { useObjectUrl } from "../../kit/hooks/use-object-url.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { contentQuery } from "./files-query.ts";

/** A video or a sound. Nothing of it is read before somebody presses play. */
export function FilePlayer({ mediaId, kind, name }: FilePlayerProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const [isAsked, setIsAsked] = useState(false);
  const content = useQuery({ ...contentQuery(api, mediaId), enabled: isAsked });
  const url = useObjectUrl(content.data ?? null);
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <p className="note">{t("files.notShown")}</p>;
  if (content.isError) return <Failed error={content.error} retry={() => void content.refetch()} />;
  if (url === null)
    return (
      <div className="file-wait">
        <Button
          kind="go"
          icon="play"
          isPending={content.isFetching}
          onPress={() => setIsAsked(true)}
        >
          {t("files.play")}
        </Button>
      </div>
    );
  const shared = { src: url, controls: true, autoPlay: true, onError: () => setIsBroken(true) };
  return kind === "VIDEO" ? (
    <video {...shared} className="file-large" aria-label={name} playsInline />
  ) : (
    <audio {...shared} aria-label={name} />
  );
}

interface FilePlayerProps {
  readonly mediaId: string;
  readonly kind: "AUDIO" | "VIDEO";
  readonly name: string;
}
