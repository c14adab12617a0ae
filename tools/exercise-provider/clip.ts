import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Our own sample clip: a bouncing ball for four seconds, as MP4 in one fragment. Browsers play it as it is. */
export const CLIP_FILE = fileURLToPath(new URL("clip.mp4", import.meta.url));

/** The clip as a stream (HLS): a playlist of its head and its fragment, both by their bytes in the file at `url`. */
export function clipPlaylist(url: string): string {
  const clip = readFileSync(CLIP_FILE);
  const head = startOf(clip, "moof");
  const end = startOf(clip, "mfra");
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-TARGETDURATION:4",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    `#EXT-X-MAP:URI="${url}",BYTERANGE="${head}@0"`,
    "#EXTINF:4,",
    `#EXT-X-BYTERANGE:${end - head}@${head}`,
    url,
    "#EXT-X-ENDLIST",
    "",
  ].join("\n");
}

/** Where the first box of a type starts: boxes begin with their size and their type (ISO 14496-12, 4.2). */
function startOf(file: Buffer, type: string): number {
  let at = 0;
  while (at < file.length && file.toString("latin1", at + 4, at + 8) !== type)
    at += file.readUInt32BE(at);
  return at;
}
