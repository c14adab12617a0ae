import { describe, expect, test } from "@jest/globals";
import { isConsolePath } from "../../../web/session/return-path.ts";
import { changesOf } from "../../../web/settings/kit/changes-of.ts";
import { profileBody, profileForm } from "../../../web/settings/profile/profile-form.ts";
import { SETTINGS_PARTS, settingsPart } from "../../../web/settings/settings-parts.ts";
import { FRESH_ACTS, settingsSearch } from "../../../web/settings/settings-search.ts";
import {
  limitFaults,
  workspaceBody,
  workspaceForm,
} from "../../../web/settings/workspace/workspace-form.ts";

const workspace = workspaceForm({
  name: "Harbour",
  timezone: "Europe/Berlin",
  locale: "de-AT",
  digestHour: 7,
  adherenceLimits: { onTrackPercent: 80, attentionPercent: 50, fewestCounted: 3 },
});

describe("the address of the settings", () => {
  test("an unknown part is the first one, and a known part is itself", () => {
    expect(settingsPart("nowhere")).toBe("yours");
    expect(SETTINGS_PARTS.map(settingsPart)).toEqual(SETTINGS_PARTS);
  });

  test("a sign-in for an act returns to the part of the act", () => {
    for (const act of FRESH_ACTS) expect(isConsolePath(`/settings/data?again=${act}`)).toBe(true);
  });

  test("only an act that wants a fresh sign-in and the id of an export stay in the address", () => {
    const id = "0198c3a2-0000-7000-8000-000000000001";
    const kept = { again: "export", export: id };
    expect(settingsSearch({ ...kept, email: "a@example.com" })).toEqual(kept);
    expect(settingsSearch({ again: "login", export: "../me" })).toEqual({});
  });
});

describe("the forms of the settings", () => {
  test("only fields that differ from the store are sent", () => {
    const stored = { name: "Kim", bio: "Runs" };
    expect(changesOf(stored, { name: "Kim", bio: "Rows" })).toEqual({ bio: "Rows" });
    expect(changesOf(stored, {})).toEqual({});
  });

  test("an emptied handle is given up, and a profile without one shows an empty field", () => {
    const profile = { displayName: "Kim", publicHandle: null, bio: null };
    const form = profileForm({ ...profile, timezone: "Europe/Berlin", locale: "de-CH" });
    expect([form.publicHandle, form.bio, form.language]).toEqual(["", "", "de"]);
    expect(profileBody({ publicHandle: " ", displayName: " Kim " })).toEqual({
      publicHandle: null,
      displayName: "Kim",
    });
  });

  test("a chosen language is sent as the locale, and one that was not touched is not sent", () => {
    expect(profileBody({ language: "en" })).toEqual({ locale: "en" });
    expect(workspaceBody({ name: "Quay " }, workspace)).toEqual({ name: "Quay" });
  });

  test("one changed limit is sent with the others", () => {
    const shown = { ...workspace, attentionPercent: "40" };
    expect(workspaceBody({ attentionPercent: "40" }, shown)).toEqual({
      adherenceLimits: { onTrackPercent: 80, attentionPercent: 40, fewestCounted: 3 },
    });
  });

  test("limits that are no whole numbers from 1 to 100, or stand in the wrong order, are named", () => {
    expect(limitFaults(workspace)).toEqual({});
    expect(limitFaults({ ...workspace, onTrackPercent: "101", fewestCounted: "" })).toEqual({
      onTrackPercent: "RANGE",
      fewestCounted: "RANGE",
    });
    expect(limitFaults({ ...workspace, attentionPercent: "81" })).toEqual({
      attentionPercent: "ORDER",
    });
  });
});
