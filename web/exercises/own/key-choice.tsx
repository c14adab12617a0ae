import type { ReactNode } from "react";
import { TAXONOMY_SEED } from "../../../contract/exercises/taxonomy-seed.ts";
import type { TaxonomyType } from "../../../contract/exercises/vocabulary.ts";
import { useTexts } from "../../texts/use-texts.ts";

/** Any number of keys of a taxonomy. */
export function KeyChoice({ label, type, chosen, change }: KeyChoiceProps): ReactNode {
  const { language } = useTexts();
  const toggle = (key: string) =>
    change(chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key]);
  return (
    <fieldset className="key-choice">
      <legend className="label">{label}</legend>
      {TAXONOMY_SEED[type].map((node) => (
        <label className="facet" key={node.key}>
          <input
            type="checkbox"
            checked={chosen.includes(node.key)}
            onChange={() => toggle(node.key)}
          />
          {node[language]}
        </label>
      ))}
    </fieldset>
  );
}

interface KeyChoiceProps {
  readonly label: string;
  readonly type: TaxonomyType;
  readonly chosen: readonly string[];
  readonly change: (keys: readonly string[]) => void;
}
