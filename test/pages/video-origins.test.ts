import { expect, test } from "@jest/globals";
import { videoOrigins } from "../../api/pages/video-origins.ts";

test("Videos come by https from their provider's hosts, from this machine by http, and never from a host that is none", () => {
  const unused = () => Promise.reject(new Error("Nobody asks for a video here."));
  const provider = (...mediaHosts: readonly string[]) => ({
    record: { providerKey: "films", mediaHosts },
    media: { media: unused, usage: unused },
  });
  const pictures = { ...provider("pictures.example.com"), media: null };
  expect(
    videoOrigins([
      provider("cdn.example.com", "127.0.0.1:4002", "bad.example; script-src *"),
      provider("cdn.example.com"),
      pictures,
    ]),
  ).toEqual(["https://cdn.example.com", "http://127.0.0.1:4002"]);
});
