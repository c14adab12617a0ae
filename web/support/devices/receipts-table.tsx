import type { ReactNode } from "react";
import type { components } from "../../api/routes.d.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { StatusTag } from "../status-tag.tsx";
import { SupportLink } from "../support-links.tsx";

/** Receipts, newest first. The sent content is on a page of its own, with its own reason. */
export function ReceiptsTable({ receipts }: ReceiptsTableProps): ReactNode {
  const { t, formats } = useTexts();
  if (receipts.length === 0) return <p className="line">{t("support.none")}</p>;
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={t("support.receipts")}>
      <table className="table receipts">
        <thead>
          <tr>
            <th className="right">{t("support.column.number")}</th>
            <th>{t("support.column.decided")}</th>
            <th>{t("support.column.operation")}</th>
            <th>{t("support.column.verdict")}</th>
            <th>{t("support.column.code")}</th>
            <th>{t("support.column.hash")}</th>
          </tr>
        </thead>
        <tbody>
          {receipts.map((receipt) => (
            <tr key={receipt.receiptId}>
              <td className="right num">
                <SupportLink part="operations" itemId={receipt.receiptId}>
                  {receipt.chainSeq}
                </SupportLink>
              </td>
              <td className="num meta">{formats.moment(new Date(receipt.decidedAt))}</td>
              <td className="mono">{receipt.operationType}</td>
              <td>
                <StatusTag status={receipt.status} />
              </td>
              <td className="mono">{receipt.code}</td>
              <td className="mono meta" title={receipt.hash}>
                {receipt.hash.slice(0, HASH_SHOWN)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ReceiptsTableProps {
  readonly receipts: readonly components["schemas"]["SupportReceipt"][];
}

const HASH_SHOWN = 10;
