import { z } from 'zod';
import { checkField } from './check-field.ts';
import type { FormContract, FormField, FormValues } from './form-contract.ts';

/**
 * The form's zod schema, made of the same description and the same rules as the browser's check. For the gateway and for
 * tests: pages use `checkForm`, so that they need not ship zod.
 * @returns a schema that gives the normalised values; unknown names are dropped. Issues carry the field's name as path.
 */
export function formSchema(contract: FormContract): z.ZodType<FormValues> {
  const shape = Object.fromEntries(contract.fields.map((field) => [field.name, fieldSchema(field)]));
  return z.object(shape) as unknown as z.ZodType<FormValues>;
}

function fieldSchema(field: FormField): z.ZodType {
  // `optional` on the way in only: a missing key reaches the rule, which words the error.
  return z
    .unknown()
    .optional()
    .transform((raw, context) => {
      const result = checkField(field, raw);
      if (result.ok) return result.value;
      context.issues.push({ code: 'custom', message: result.message, input: undefined });
      return z.NEVER;
    });
}
