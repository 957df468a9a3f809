import { contractId } from '@voltframe/kit/contract/forms/form-contract';
import { contact, subscribe } from '@voltframe/kit/testing/sample-forms';
import { expect, test } from 'vitest';
import { createFormIndex, formsOf } from '../../../src/serving/compositions/form-index.ts';
import { remoteRelease } from '../../fixtures/fixture-release.ts';

const version = (number: number) => ({ ...contact, version: number });
const [first, second, third] = [1, 2, 3].map((number) => remoteRelease({ forms: [version(number)] }).release);
const ids = (forms: ReturnType<typeof formsOf>) => forms.map(contractId);

test('a form is taken in the version that is live first, then in those of leased releases, newest first', () => {
  const index = createFormIndex();
  for (const release of [first!, third!, second!]) index.add(release);
  expect(ids(index.at('/api/contact', [version(2)]))).toEqual(['contact@2', 'contact@3', 'contact@1']);
});

test('what is live decides what a version means', () => {
  const index = createFormIndex();
  index.add(first!);
  const live = { ...version(1), thanks: 'Thanks.' };
  expect(index.at('/api/contact', [live])).toEqual([live]);
});

test('a form whose app is gone is taken for as long as its release is leased', () => {
  const index = createFormIndex();
  index.add(first!);
  expect(ids(index.at('/api/contact', []))).toEqual(['contact@1']);
  index.keepOnly(new Set());
  expect(index.at('/api/contact', [])).toEqual([]);
});

test('an address is one form', () => {
  expect(createFormIndex().at('/api/contact', [subscribe])).toEqual([]);
});

test('a release from before forms were declared has none', () => {
  expect(formsOf(remoteRelease({ forms: ['contact@1'] as never }).release)).toEqual([]);
});
