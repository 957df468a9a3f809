import { closest, didYouMean } from '@voltframe/kit/contract/closest';
import { expect, it } from 'vitest';

it.each([
  ['publsh', 'publish'],
  ['rollbakc', 'rollback'],
  ['stauts', 'status'],
  ['bolg', 'blog'],
  ['constructor', undefined],
  ['publish', undefined],
  ['x'.repeat(10_000), undefined],
])('completes %s to %s', (word, meant) => {
  expect(closest(word, ['publish', 'rollback', 'status', 'blog', 'legal'])).toBe(meant);
});

it('asks a question, or returns an empty text', () => {
  expect(didYouMean('bolg', ['blog'])).toBe(' Did you mean blog?');
  expect(didYouMean('shop', ['blog'])).toBe('');
});
