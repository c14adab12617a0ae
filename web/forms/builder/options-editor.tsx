import { type ReactNode, useRef } from "react";
import { FORM_LIMITS } from "../../../contract/forms/vocabulary.ts";
import { Button } from "../../kit/button.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { FieldProps } from "./field-props.ts";
import { freeOptionId } from "../draft/new-question.ts";

type Props = FieldProps<"MULTI_CHOICE" | "SINGLE_CHOICE">;

/** The choices of a question. Enter in one adds the next. */
export function OptionsEditor({ question, change, errorOf }: Props): ReactNode {
  const { t } = useTexts();
  const list = useRef<HTMLFieldSetElement>(null);
  const { options } = question;
  const set = (next: typeof options, field: string) =>
    change({ ...question, options: next }, field);
  const isFull = options.length >= FORM_LIMITS.options;
  const add = () => {
    if (isFull) return;
    set([...options, { optionId: freeOptionId(options), label: "" }], "options");
    requestAnimationFrame(() =>
      [...(list.current?.querySelectorAll("input") ?? [])].at(-1)?.focus(),
    );
  };
  return (
    <fieldset className="stack form-options" ref={list} data-field="options">
      <legend className="label">{t("forms.field.options")}</legend>
      {errorOf("options") !== null && <p className="error">{errorOf("options")}</p>}
      {options.map((option, at) => (
        <div
          className="row-h"
          key={option.optionId}
          data-field={`options/${at}/label`}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.ctrlKey || !isInput(event.target)) return;
            event.preventDefault();
            add();
          }}
        >
          <div className="grow">
            <TextField
              label={t("forms.option", { number: at + 1 })}
              error={errorOf(`options/${at}/label`)}
              maxLength={FORM_LIMITS.lineLength}
              value={option.label}
              change={(label) =>
                set(options.with(at, { ...option, label }), `options/${option.optionId}`)
              }
            />
          </div>
          <span className="form-up">
            <Button
              kind="quiet"
              icon="chev"
              label={t("forms.optionUp", { number: at + 1 })}
              offReason={at === 0 ? t("forms.isFirst") : null}
              onPress={() => set(options.toSpliced(at, 1).toSpliced(at - 1, 0, option), "options")}
            />
          </span>
          <Button
            kind="quiet"
            icon="x"
            label={t("forms.optionRemove", { number: at + 1 })}
            offReason={options.length === 1 ? t("forms.oneOption") : null}
            onPress={() => set(options.toSpliced(at, 1), "options")}
          />
        </div>
      ))}
      <p>
        <Button
          icon="plus"
          offReason={isFull ? t("forms.manyOptions", { count: FORM_LIMITS.options }) : null}
          onPress={add}
        >
          {t("forms.optionAdd")}
        </Button>
      </p>
    </fieldset>
  );
}

const isInput = (target: EventTarget): boolean => target instanceof HTMLInputElement;
