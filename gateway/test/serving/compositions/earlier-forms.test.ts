import { formDeclarations } from '@voltframe/kit/contract/forms/form-declaration';
import { expect, test } from 'vitest';
import { EARLIER_FORMS } from '../../../src/serving/compositions/earlier-forms.ts';

test.each(EARLIER_FORMS)('the form $name of contract 1.0 is a valid declaration', (form) => {
  expect(formDeclarations.parse([form])).toEqual([form]);
});
