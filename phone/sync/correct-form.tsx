import type { CentreEntry } from "../../device/centre/types.ts";
import { useTexts } from "../texts/language.tsx";
import { InputsForm } from "../today/forms/inputs-form.tsx";
import { type Fields, textOf } from "../today/fields.ts";

/** Asks for another value of an entry whose number the server refused. */
export function CorrectForm({ entry, isBusy, onCorrect, onCancel }: CorrectFormProps) {
  const texts = useTexts();
  const { payload, said } = entry;
  const bounds = said?.bounds ?? null;
  return (
    <div className="panel">
      <InputsForm
        inputs={[
          {
            key: "value",
            type: "number",
            unit: bounds?.unit ?? (payload === null ? null : textOf(payload, "unit")),
            min: bounds?.min ?? null,
            max: bounds?.max ?? null,
            choices: [],
            required: true,
          },
        ]}
        labels={{ value: texts.value }}
        button={texts.resend}
        isBusy={isBusy}
        onFill={async ({ value = 0 }) => {
          await onCorrect({ ...payload, value });
          return true;
        }}
        onCancel={onCancel}
      />
    </div>
  );
}

interface CorrectFormProps {
  readonly entry: CentreEntry;
  readonly isBusy: boolean;
  readonly onCorrect: (corrected: Fields) => Promise<void>;
  readonly onCancel: () => void;
}

/** Whether the entry is a number that can be corrected here; others are made again on the day. */
export function isCorrectable({ operationType, payload }: CentreEntry): boolean {
  return operationType === "quick-log.record-value" && typeof payload?.["value"] === "number";
}
