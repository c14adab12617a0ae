import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { z } from "zod";
import { describeFault } from "../../api/http/describe-fault.ts";
import { SIGNED_URL, withoutSignedUrls } from "../../rules/without-signed-urls.ts";
import { openLog } from "../../workers/open-log.ts";

const HOST = "clips.example";
const URL_OF_A_VIDEO = `https://${HOST}/v/12/squat.mp4?token=s3cr3t-abc&expires=1790000000`;

/** Whether a text still contains anything that would show the video. */
const reveals = (text: string) => /s3cr3t|clips\.example|token(?:=|%3d)/i.test(text);

describe("A signed address", () => {
  test.each([
    ["by itself", URL_OF_A_VIDEO],
    ["in a sentence", `the call of ${URL_OF_A_VIDEO} failed`],
    ["in JSON", JSON.stringify({ videoUrl: URL_OF_A_VIDEO, n: 1 })],
    ["in JSON within JSON", JSON.stringify(JSON.stringify({ videoUrl: URL_OF_A_VIDEO }))],
    ["in JSON with slashes escaped", JSON.stringify({ u: URL_OF_A_VIDEO }).replaceAll("/", "\\/")],
    ["within another address", `https://a.example/?next=${encodeURIComponent(URL_OF_A_VIDEO)}`],
    ["with the signature in its path", `https://${HOST}/bcdn_token=s3cr3t&expires=1/squat.m3u8`],
    ["with its parameters in capitals", URL_OF_A_VIDEO.replace("token=", "TOKEN=")],
    ["in markup", `<a href="${URL_OF_A_VIDEO}">video</a>`],
    ["before a line's end", `first ${URL_OF_A_VIDEO}\nsecond`],
    ["as its query alone", "token=s3cr3t&expires=1"],
  ])("is removed %s", (_, text) => {
    expect(reveals(text)).toBe(true);
    expect(reveals(withoutSignedUrls(text))).toBe(false);
    expect(withoutSignedUrls(text)).toContain(SIGNED_URL);
  });

  test("is removed without changing the text around it, and JSON stays JSON", () => {
    const line = { msg: `no answer of ${URL_OF_A_VIDEO} in time`, at: 3, url: URL_OF_A_VIDEO };
    expect(JSON.parse(withoutSignedUrls(JSON.stringify(line)))).toEqual({
      msg: `no answer of ${SIGNED_URL} in time`,
      at: 3,
      url: SIGNED_URL,
    });
  });

  test("is always removed, whatever comes before and after it", () => {
    const around = fc.string({ unit: "binary", maxLength: 60 });
    fc.assert(
      fc.property(around, around, (before, after) => {
        const text = JSON.stringify({ text: `${before} ${URL_OF_A_VIDEO} ${after}` });
        expect(withoutSignedUrls(text)).not.toContain("s3cr3t");
        expect(JSON.parse(withoutSignedUrls(text))).toEqual({ text: expect.any(String) });
      }),
    );
  });

  test("is the only part that is removed", () => {
    const word = fc.stringMatching(/^[a-z0-9 "{}:/.?&-]{0,80}$/);
    fc.assert(fc.property(word, (text) => expect(withoutSignedUrls(text)).toBe(text)));
    const plain = "https://example.org/docs?page=2&tokens=3 expiresAt=1";
    expect(withoutSignedUrls(plain)).toBe(plain);
  });
});

describe("The log", () => {
  const lines: string[] = [];
  const log = openLog("test", "debug", { write: (text) => void lines.push(text) });

  test("contains no signed address: in its words, its fields, or a fault and its causes", () => {
    log.info({ found: { deep: [URL_OF_A_VIDEO] } }, `asked for ${URL_OF_A_VIDEO}`);
    const cause = new TypeError(`Failed to parse URL from ${URL_OF_A_VIDEO}`);
    const fault = new Error(URL_OF_A_VIDEO, { cause });
    log.error({ err: fault, fault: describeFault(fault) }, "an activity failed");
    log.child({ url: URL_OF_A_VIDEO }).warn("child");
    expect(lines).toHaveLength(3);
    expect(lines.filter(reveals)).toEqual([]);
  });

  test("contains no signed address of an answer that violates its schema", () => {
    const answer = z.strictObject({ media: z.strictObject({ videoUrl: z.literal("x") }) });
    const wrong = { media: { videoUrl: URL_OF_A_VIDEO, [URL_OF_A_VIDEO]: 1 } };
    const fault = describeFault(answer.safeParse(wrong).error);
    expect(JSON.stringify(fault)).toContain("videoUrl");
    expect(reveals(JSON.stringify(fault))).toBe(false);
  });
});
