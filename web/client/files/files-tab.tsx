import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Empty } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { TabProps } from "../tab-props.ts";
import { ReadState } from "../read-state.tsx";
import { FileDialog } from "./file-dialog.tsx";
import { FileTile } from "./file-tile.tsx";
import { filesQuery } from "./files-query.ts";

/** The pictures, videos and sounds that a client sent, newest first. */
export function FilesTab({ place, client }: TabProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const [openId, setOpen] = useState<string | null>(null);
  const list = useInfiniteQuery(filesQuery(api, place));
  const files = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const at = files.findIndex(({ mediaId }) => mediaId === openId);
  const opened = files[at];
  const step = (by: number) => setOpen(files[at + by]?.mediaId ?? openId);
  if (list.data === undefined) return <ReadState read={list} />;
  return (
    <div className="stack">
      <ReadState read={list} />
      {files.length === 0 && (
        <Empty title={t("files.empty")}>
          <p>{t("files.emptyLead")}</p>
        </Empty>
      )}
      <div className="grid files-grid">
        {files.map((file) => (
          <FileTile key={file.mediaId} file={file} open={() => setOpen(file.mediaId)} />
        ))}
      </div>
      {list.hasNextPage && (
        <div>
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {t("files.older")}
          </Button>
        </div>
      )}
      {files.length > 0 && <p className="meta">{t("files.lead")}</p>}
      {opened && (
        <FileDialog file={opened} zone={client.timezone} step={step} close={() => setOpen(null)} />
      )}
    </div>
  );
}
