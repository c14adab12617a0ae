import { expect, test } from "@jest/globals";
import { fieldFault } from "../../web/kit/fields/field-fault.ts";

const fine = { valueMissing: false, typeMismatch: false };

test("an empty field says that it is to be filled in, whatever its type", () => {
  expect(fieldFault({ ...fine, valueMissing: true }, "email")).toBe("frame.fault.MISSING");
  expect(fieldFault({ ...fine, valueMissing: true }, "textarea")).toBe("frame.fault.MISSING");
});

test("a value of another type is named by the type that was wanted", () => {
  expect(fieldFault({ ...fine, typeMismatch: true }, "email")).toBe("frame.fault.EMAIL");
  expect(fieldFault({ ...fine, typeMismatch: true }, "url")).toBe("frame.fault.URL");
});

test("any other value that the browser does not take cannot be read", () => {
  expect(fieldFault(fine, "date")).toBe("frame.fault.OTHER");
});
