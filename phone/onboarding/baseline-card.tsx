import { type SubmitEvent, useId, useState } from "react";
import type { Onboarding } from "../../device/account/types.ts";
import type { OwnClientProfile } from "../../device/wire/account-types.ts";
import { useAnnounce } from "../app/announce.tsx";
import type { Page } from "../page.ts";
import { useTexts } from "../texts/language.tsx";
import { whileWriting } from "../updates/writing.ts";

/** Asks for what the profile still lacks. A complete one ends the onboarding. */
export function BaselineCard({ page, onboarding }: BaselineFormProps) {
  if (onboarding.profile.missing.length === 0) return null;
  return <BaselineForm key={onboarding.profile.updatedAt} page={page} onboarding={onboarding} />;
}

function BaselineForm({ page, onboarding }: BaselineFormProps) {
  const texts = useTexts();
  const announce = useAnnounce();
  const id = useId();
  const { profile } = onboarding;
  const [written, setWritten] = useState(() => writtenOf(profile));
  const [isBusy, setIsBusy] = useState(false);
  const [isWrong, setIsWrong] = useState(false);
  const save = async () => {
    setIsBusy(true);
    const outcome = await saveOn(page, profile, written);
    setIsBusy(false);
    if (outcome === "DONE") announce(texts.profileSaved);
    else announce(outcome === "OPEN" ? texts.profileLater : texts.profileRefused, "fault");
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const isComplete = Object.values(written).every((text) => text.trim() !== "");
    setIsWrong(!isComplete);
    if (isComplete) void save();
  };
  return (
    <form className="card padded" noValidate onSubmit={submit}>
      <h2>{texts.profileTitle}</h2>
      <p className="soft">{texts.profileWhy}</p>
      {FIELDS.map(({ name, type }) => (
        <div key={name} className="field">
          <label htmlFor={`${id}-${name}`}>{texts.profileFields[name]}</label>
          <input
            id={`${id}-${name}`}
            className="input"
            type={type}
            inputMode={name === "heightCm" ? "numeric" : undefined}
            value={written[name]}
            onChange={({ target }) => setWritten({ ...written, [name]: target.value })}
          />
        </div>
      ))}
      {isWrong && (
        <p className="error" role="alert">
          {texts.profileMissing}
        </p>
      )}
      <div className="buttons">
        <button className="btn go" type="submit" disabled={isBusy}>
          {texts.profileSave}
        </button>
      </div>
    </form>
  );
}

interface BaselineFormProps {
  readonly page: Page;
  readonly onboarding: Onboarding;
}

const FIELDS = [
  { name: "birthDate", type: "date" },
  { name: "heightCm", type: "text" },
  { name: "goal", type: "text" },
] as const;

type Written = Readonly<Record<(typeof FIELDS)[number]["name"], string>>;

function writtenOf({ birthDate, heightCm, goal }: OwnClientProfile): Written {
  return {
    birthDate: birthDate ?? "",
    heightCm: heightCm === null ? "" : String(heightCm),
    goal: goal ?? "",
  };
}

/** Saves the whole profile: a field that is left out would be cleared. */
async function saveOn(
  { device }: Page,
  { displayName, timezone, locale }: OwnClientProfile,
  written: Written,
): Promise<"DONE" | "OPEN" | "REFUSED"> {
  const profile = {
    displayName,
    timezone,
    locale,
    birthDate: written.birthDate,
    heightCm: Number(written.heightCm.trim()),
    goal: written.goal.trim(),
  };
  try {
    const { kind } = await whileWriting(
      async () => await (await device.part("account")).saveProfile(profile),
    );
    return kind;
  } catch {
    return "REFUSED";
  }
}
