import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import type { ChainCheck } from "./check-chain.ts";

/** Result of a check of a chain, and the receipts between which it looked. */
export function ChainResult({ check }: { readonly check: ChainCheck }): ReactNode {
  const { t } = useTexts();
  const { faults, newest, oldest } = check;
  const range = { newest, oldest };
  if (faults.length === 0)
    return (
      <p className="grow" role="status">
        <span className="tag done">{t("support.chainWhole")}</span>{" "}
        <span className="meta">{t("support.chainRange", range)}</span>
      </p>
    );
  return (
    <div className="grow" role="alert">
      <span className="tag urgent">{t("support.chainBroken")}</span>{" "}
      <span className="meta">{t("support.chainLooked", range)}</span>
      <ul>
        {faults.map(({ kind, from, to }) => (
          <li key={`${kind}:${from}:${to}`}>
            {t(`support.chain.${kind}`, { from, to, count: to - from + 1 })}
          </li>
        ))}
      </ul>
    </div>
  );
}
