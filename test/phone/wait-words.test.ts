import { expect, test } from "@jest/globals";
import { waitWords } from "../../phone/onboarding/wait-words.ts";

const TEXTS = {
  sending: "Sending",
  waits: { OFFLINE: "offline", RETRY_AT: "no answer", SIGN_IN: "sign in" },
};

test("an act that is being tried says that it is sent, and names a reason only while it waits", () => {
  const words = (waitsFor: "OFFLINE" | "RETRY_AT" | "SIGN_IN", retryAt: number | null) =>
    waitWords({ kind: "OPEN", waitsFor, retryAt }, TEXTS);
  expect(words("RETRY_AT", null)).toBe("Sending");
  expect(words("RETRY_AT", 1)).toBe("no answer");
  expect(words("OFFLINE", null)).toBe("offline");
  expect(words("SIGN_IN", null)).toBe("sign in");
});
