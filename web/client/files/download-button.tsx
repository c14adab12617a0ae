import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { problemText } from "../../kit/problem-text.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { downloadName } from "./file-view.ts";
import { type ClientFile, readContent } from "./files-query.ts";

/** Saves a file where the person's browser saves files. */
export function DownloadButton({ file }: { readonly file: ClientFile }): ReactNode {
  const texts = useTexts();
  const { api } = useConsole();
  const download = useMutation({
    mutationFn: async () => saveAs(await readContent(api, file.mediaId), downloadName(file)),
  });
  return (
    <>
      <span className="grow meta" role="status">
        {download.isError && problemText(texts, download.error)}
        {download.isSuccess && texts.t("files.downloaded")}
      </span>
      <Button isPending={download.isPending} onPress={() => download.mutate()}>
        {texts.t("files.download")}
      </Button>
    </>
  );
}

/** Hands bytes to the browser's downloads. */
function saveAs(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the bytes after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), REVOKED_AFTER_MS);
}

const REVOKED_AFTER_MS = 10_000;
