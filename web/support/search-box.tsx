import { type ReactNode, useId, useRef, useState } from "react";
import { Button } from "../kit/button.tsx";
import { useKeys } from "../kit/keys/use-keys.ts";
import { useTexts } from "../texts/use-texts.ts";
import { type Sought, soughtBy } from "./sought.ts";

/** The search by contact or id. The typed text stays in the page and enters no address. */
export function SearchBox({ search }: { readonly search: (sought: Sought) => void }): ReactNode {
  const { t } = useTexts();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  useKeys([
    { keys: ["/"], label: t("support.find"), run: () => field.current?.focus(), isShown: true },
  ]);
  return (
    <search className="support-search">
      <form
        className="row-h"
        onSubmit={(event) => {
          event.preventDefault();
          const sought = soughtBy(typed);
          setIsWrong(sought === null);
          if (sought !== null) search(sought);
        }}
      >
        <label className="vh" htmlFor={id}>
          {t("support.findBy")}
        </label>
        <input
          ref={field}
          id={id}
          className={isWrong ? "input wrong" : "input"}
          placeholder={t("support.findBy")}
          aria-invalid={isWrong}
          {...(isWrong && { "aria-describedby": `${id}-error` })}
          maxLength={320}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit">{t("support.find")}</Button>
      </form>
      {isWrong && (
        <p className="error" id={`${id}-error`} role="alert">
          {t("support.notSought")}
        </p>
      )}
    </search>
  );
}
