import { expect, test } from "@jest/globals";
import { describeRoster } from "../../../web/clients/describe-roster.ts";

const texts = { t: (id: string) => id };
const COACH = "3f1c4a2e-8a51-4d0f-9b1e-2f6d8e1b7a11";

test("a saved view of the roster names its view, filters, coach and order, and leaves out what is unknown", () => {
  const clients = [{ coach: { userId: COACH, displayName: "Kim" } }];
  const codes = { view: "falling", sort: "NAME", bucket: "OFF_TRACK", coach: COACH };
  expect(describeRoster(texts, codes, clients)).toBe(
    "clients.view.falling, clients.bucket.OFF_TRACK, Kim, clients.sort.NAME",
  );
  expect(describeRoster(texts, codes, [])).not.toContain("Kim");
  expect(describeRoster(texts, { view: "gone" }, [])).toBe(
    "clients.view.attention, clients.sort.ATTENTION",
  );
});
