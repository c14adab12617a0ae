import { useTexts } from "../texts/language.tsx";

/** Chooses among several coachings; one needs no choice. */
export function ScopeChoice({ count, chosen, onChoose }: ScopeChoiceProps) {
  const { scopeOf } = useTexts();
  if (count < 2) return null;
  return (
    <div className="seg" role="group">
      {Array.from({ length: count }, (_, index) => (
        <button
          key={index}
          type="button"
          aria-pressed={index === chosen}
          onClick={() => onChoose(index)}
        >
          {scopeOf(index + 1)}
        </button>
      ))}
    </div>
  );
}

interface ScopeChoiceProps {
  readonly count: number;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}
