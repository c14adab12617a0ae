import { NOTIFICATIONS } from "../../../contract/notifications/notifications.ts";
import { categoriesOf } from "../../../rules/notifications/categories-of.ts";
import type { AccountSettingsTexts } from "./account-settings-texts.ts";
import { button } from "../button.ts";

/** Each sign-in of the account, with a button to unlink it; how to link another. */
export const signInList = (texts: AccountSettingsTexts): string => `<h2>${texts.signIns}</h2>
<ul data-part="signIns"></ul>
<template data-part="signIn"><li><strong data-fill="way"></strong><br><span class="soft" data-fill="since"></span>
${button("unlink", texts.words.unlink)}</li></template>
<p class="soft">${texts.linkInApp}</p>`;

/** Notification settings: categories, channels and quiet hours. */
export const noticeForm = (
  texts: AccountSettingsTexts,
): string => `<h2 id="notices">${texts.notices}</h2>
<p>${texts.noticesIntro}</p>
<form aria-labelledby="notices">
${categories("COACH", texts)}
${categories("CLIENT", texts)}
<fieldset><legend>${texts.ways}</legend>
${box("push", texts.push)}${box("mail", texts.mail)}</fieldset>
<fieldset><legend>${texts.quietHours}</legend>
${box("quiet", texts.quiet)}<div class="times">${time("from", texts.from)}${time("until", texts.until)}</div></fieldset>
<p><button type="submit" class="plain" data-act="saveNotices">${texts.save}</button></p></form>`;

/** Urgent categories cannot be muted, so they are not offered. */
function categories(audience: "COACH" | "CLIENT", texts: AccountSettingsTexts): string {
  const offered = categoriesOf(audience).filter(
    (category) => NOTIFICATIONS[category].severity !== "URGENT",
  );
  const boxes = offered.map((category) => box("category", texts.category(category), category));
  return `<fieldset data-audience="${audience}" hidden><legend>${texts.audiences[audience]}</legend>
${boxes.join("")}</fieldset>`;
}

const box = (name: string, text: string, value = "on") =>
  `<label><input type="checkbox" name="${name}" value="${value}"><span>${text}</span></label>`;

const time = (name: string, text: string) =>
  `<label>${text}<input type="time" name="${name}" required></label>`;
