import { useEffect, useState } from "react";
import type { DeviceState } from "../../device/types.ts";
import { NetworkChoice } from "../photos/network-choice.tsx";
import { addressOf, otherApp } from "../app/app-address.ts";
import type { Page } from "../page.ts";
import { useLanguage, useTexts } from "../texts/language.tsx";
import { LANGUAGES } from "../texts/texts.ts";
import { APPEARANCES, chooseAppearance, storedAppearance } from "./appearance.ts";
import { Choice } from "./choice.tsx";
import { SignOutSection } from "./sign-out-section.tsx";

/** The device's language, appearance, storage and account. */
export function SettingsScreen({ page, state }: SettingsScreenProps) {
  const { texts, chosen, choose } = useLanguage();
  const [appearance, setAppearance] = useState(storedAppearance);
  const names = Object.entries(LANGUAGES);
  return (
    <>
      <header className="day-head">
        <h1>{texts.settings}</h1>
      </header>
      <div className="cards one">
        <section className="card padded">
          <Choice
            name={texts.language}
            chosen={chosen ?? ""}
            options={[["", texts.languageBrowser], ...names]}
            onChoose={(next) => choose(next === "en" || next === "de" ? next : null)}
          />
          <Choice
            name={texts.appearance}
            chosen={appearance}
            options={APPEARANCES.map((one) => [one, texts.appearanceOf[one]])}
            onChoose={(next) => setAppearance(chooseAppearance(next))}
          />
        </section>
        {page.device.surface === "CLIENT_MOBILE" && state.session === "SIGNED_IN" && (
          <NetworkChoice device={page.device} />
        )}
        <StorageSection page={page} />
        <SignOutSection device={page.device} state={state} />
        <section className="card padded">
          <p className="soft">{texts.otherAppWhy}</p>
          <div className="buttons">
            <a className="btn" href={addressOf(otherApp(page.device.surface))}>
              {texts.otherApp[page.device.surface]}
            </a>
          </div>
        </section>
      </div>
    </>
  );
}

interface SettingsScreenProps {
  readonly page: Page;
  readonly state: DeviceState;
}

function StorageSection({ page: { storage } }: { readonly page: Page }) {
  const texts = useTexts();
  const [isPersisted, setIsPersisted] = useState<boolean | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => {
    void storage.isPersisted().then(setIsPersisted);
  }, [storage]);
  const ask = async () => {
    const isKept = await storage.persist();
    setIsPersisted(isKept);
    setIsRefused(!isKept);
  };
  return (
    <section className="card padded">
      <h2>{texts.storage}</h2>
      {isPersisted === true && <p className="soft">{texts.persisted}</p>}
      {isPersisted === false && (
        <>
          <p className="soft">
            {isRefused ? texts.persistRefused : `${texts.notPersisted} ${texts.notPersistedWhy}`}
          </p>
          <div className="buttons">
            <button className="btn" type="button" onClick={() => void ask()}>
              {texts.askPersist}
            </button>
          </div>
        </>
      )}
    </section>
  );
}
