import { expect, test } from 'vitest';
import {
  errorPath,
  errorTable,
  identitiesOf,
} from '../../../../../src/releasing/operations/page/errors/error-table.ts';
import { errorGroup } from '../played-seen.ts';
import { digest, NOW, wordsOf } from '../played-status.ts';

const identities = identitiesOf([
  { digest: digest('a'), identity: { commit: 'a1b2c3d4', message: 'Say it shorter' } },
  { digest: digest('b') },
]);

test('an error is said with its place in the source, its release by commit and message, how often and when last', () => {
  const words = wordsOf(errorTable('Errors', [errorGroup()], { identities, now: NOW }));
  expect(words).toContain(
    'new src/pages/post.tsx:12 in the browser or on the server, in a component a1b2c3d Say it shorter aaaaaaaaaaaa 42 17 2026-11-22 16:27 UTC 3 min ago',
  );
});

test('it leads to its page; on the server nobody counts visitors', () => {
  const group = errorGroup({ app: 'a b', visitors: 0, kind: 'loader', isNew: false });
  const table = errorTable('Errors', [group], { identities, now: NOW });
  expect(table).toMatchObject({ text: expect.stringContaining(errorPath('a b', '7k2m9x1q')) });
  expect(wordsOf(table)).toMatch(/on the server, in a loader .* 42 – 2026/);
  expect(wordsOf(table)).not.toContain('new');
});

test('a long message is cut', () => {
  const [message] = ['x'.repeat(300)];
  expect(wordsOf(errorTable('Errors', [errorGroup({ message })], { identities, now: NOW }))).not.toContain(
    message,
  );
});
