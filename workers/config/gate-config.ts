import * as z from "zod";
import {
  type Allowance,
  ALLOWANCES,
  type Allowances,
  type Sender,
} from "../../api/http/gate/allowance.ts";

const FORM = /^(\d{1,6}),(\d{1,6}),(\d{1,6})$/;

const allowance = (sender: Sender) =>
  z
    .string()
    .transform((text, ctx): Allowance => {
      const numbers = (FORM.exec(text) ?? []).slice(1).map(Number);
      const [underWay = 0, perSecond = 0, burst = 0] = numbers;
      if (Math.min(underWay, perSecond, burst) < 1) {
        ctx.addIssue("has to be three numbers above 0: under way,a second,at once after a pause");
      }
      return { underWay, perSecond, burst };
    })
    .default(ALLOWANCES[sender]);

/** The variables of the gate before all routes. */
export const GateFields = {
  ALLOWANCE_PERSON: allowance("person"),
  ALLOWANCE_STAFF: allowance("staff"),
  ALLOWANCE_ADDRESS: allowance("address"),
  ALLOWANCE_PROVIDER: allowance("provider"),
  ALLOWANCE_TRANSFER: allowance("transfer"),
  ALLOWANCE_POLL: allowance("poll"),
};

/** How much each sender may ask for. */
export function readAllowances(read: z.output<z.ZodObject<typeof GateFields>>): Allowances {
  return {
    person: read.ALLOWANCE_PERSON,
    staff: read.ALLOWANCE_STAFF,
    address: read.ALLOWANCE_ADDRESS,
    provider: read.ALLOWANCE_PROVIDER,
    transfer: read.ALLOWANCE_TRANSFER,
    poll: read.ALLOWANCE_POLL,
  };
}
