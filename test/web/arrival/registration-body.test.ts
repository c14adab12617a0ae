import { describe, expect, test } from "@jest/globals";
import {
  isFieldRefused,
  registrationBody,
  zoneChoices,
} from "../../../web/arrival/registration-body.ts";

const legal = { termsVersion: "2026-01", privacyVersion: "2026-02" };
const form = { displayName: " Jonas Adler ", timezone: "Europe/Berlin", locale: "de", legal };

describe("the registration of a coach", () => {
  test("names lose the space around them, and the accepted versions go with the form", () => {
    expect(registrationBody({ ...form, workspaceName: " Adler Coaching " })).toEqual({
      displayName: "Jonas Adler",
      workspaceName: "Adler Coaching",
      timezone: "Europe/Berlin",
      locale: "de",
      ...legal,
    });
  });

  test("an empty workspace name is left out, so that the server names the workspace", () => {
    expect(registrationBody({ ...form, workspaceName: "  " })).not.toHaveProperty("workspaceName");
  });

  test("a refused field is found by its pointer", () => {
    const refusal = { errors: [{ pointer: "/body/displayName", code: "too_small", message: "" }] };
    expect(isFieldRefused(refusal, "displayName")).toBe(true);
    expect(isFieldRefused(refusal, "workspaceName")).toBe(false);
    expect(isFieldRefused(null, "displayName")).toBe(false);
  });

  test("the browser's own zone is the first choice and stands there once", () => {
    expect(zoneChoices("Europe/Rome", ["Europe/Berlin", "Europe/Rome"])).toEqual([
      "Europe/Rome",
      "Europe/Berlin",
    ]);
  });
});
