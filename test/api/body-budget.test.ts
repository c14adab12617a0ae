import { describe, expect, test } from "@jest/globals";
import { type BodyReservation, openBodyBudget } from "../../api/http/body/body-budget.ts";

const ROOM = { inAll: 1_000, ofOne: 400, largeFrom: 100 };
const open = () => openBodyBudget(ROOM);
const refused = expect.objectContaining({
  code: "UNAVAILABLE",
  details: { retryAfterSeconds: expect.any(Number) },
});

describe("The budget for large bodies in flight", () => {
  test("admits bytes up to its limit in total, and more once a request is answered", () => {
    const budget = open();
    const reservations = ["a", "b", "c", "d"].map((caller) => budget.open(caller));
    expect(reservations.map((reservation) => outcome(reservation, 300))).toEqual([
      "taken",
      "taken",
      "taken",
      refused,
    ]);
    expect(budget.reserved()).toBe(900);
    reservations[0]?.release();
    expect(outcome(budget.open("d"), 300)).toBe("taken");
  });

  test("cannot be used up by one caller", () => {
    const budget = open();
    const mine = Array.from({ length: 5 }, () => outcome(budget.open("me"), 250));
    expect(mine).toEqual(["taken", ...Array<unknown>(4).fill(refused)]);
    expect(outcome(budget.open("somebody"), 400)).toBe("taken");
  });

  test("does not apply to small bodies", () => {
    const budget = open();
    const small = Array.from({ length: 50 }, () => outcome(budget.open("me"), 100));
    expect([new Set(small), budget.reserved()]).toEqual([new Set(["taken"]), 0]);
  });

  test("counts a chunked body from its first byte once it is large", () => {
    const budget = open();
    const reservation = budget.open("me");
    expect([outcome(reservation, 60), budget.reserved()]).toEqual(["taken", 0]);
    expect([outcome(reservation, 60), budget.reserved()]).toEqual(["taken", 120]);
    expect([outcome(reservation, 300), budget.reserved()]).toEqual([refused, 120]);
  });

  test("is released once, however often release is called", () => {
    const budget = open();
    const reservation = budget.open("me");
    reservation.take(300);
    reservation.release();
    reservation.release();
    expect(budget.reserved()).toBe(0);
  });
});

function outcome(reservation: BodyReservation, bytes: number): unknown {
  try {
    reservation.take(bytes);
    return "taken";
  } catch (error) {
    return error;
  }
}
