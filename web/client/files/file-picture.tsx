import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { useObjectUrl } from "../../kit/hooks/use-object-url.ts";
import { contentQuery } from "./files-query.ts";

/** A picture, read with the person's token; `instead` while it is not there, and where it cannot be drawn. */
export function FilePicture({ mediaId, alt, instead }: FilePictureProps): ReactNode {
  const { api } = useConsole();
  const content = useQuery(contentQuery(api, mediaId));
  const url = useObjectUrl(content.data ?? null);
  const [isBroken, setIsBroken] = useState(false);
  if (url === null || isBroken) return instead(content.isError || isBroken);
  return <img src={url} alt={alt} onError={() => setIsBroken(true)} />;
}

interface FilePictureProps {
  readonly mediaId: string;
  /** Text alternative of the picture; empty if a visible text says the same. */
  readonly alt: string;
  readonly instead: (hasFailed: boolean) => ReactNode;
}
