import type { SignedMedia } from "./media-session.ts";

/** How to play a video, best first: the stream by the browser itself or by a library, then the file. */
export function waysToPlay(
  { hlsUrl, videoUrl }: Pick<SignedMedia, "hlsUrl" | "videoUrl">,
  browserStreams: boolean,
): readonly WayToPlay[] {
  const file = { kind: "ADDRESS", url: videoUrl } as const;
  if (hlsUrl === null) return [file];
  return [{ kind: browserStreams ? "ADDRESS" : "LIBRARY", url: hlsUrl }, file];
}

export interface WayToPlay {
  readonly kind: "ADDRESS" | "LIBRARY";
  readonly url: string;
}
