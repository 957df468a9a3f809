import { expect, test } from 'vitest';
import { sharedChanges } from '../../../../src/releasing/activation/deploying/shared-changes.ts';
import { remoteRelease, shellRelease } from '../../../fixtures/fixture-release.ts';

const shellOf = (provides: Record<string, string>) => shellRelease({ provides }).release;
const needs = (app: string, requires: Record<string, string>) => remoteRelease({ app, requires }).release;
const live = [
  needs('blog', { react: '^19.0.0' }),
  needs('docs', { react: '>=19' }),
  needs('legal', {}),
  needs('news', { react: '^19.3.0', router: '^7.0.0' }),
  shellOf({ react: '19.3.1', router: '7.1.0' }),
];
const next = shellOf({ react: '20.0.0', router: '7.1.0' });

test('of a major it is said who accepts it, who waits with a release for it, and who is missing', () => {
  const waiting = [needs('news', { react: '^20.0.0' }), next];
  expect(sharedChanges(live, waiting)).toEqual([
    {
      module: 'react',
      from: '19.3.1',
      to: '20.0.0',
      shell: next.digest,
      accepted: ['docs', 'legal'],
      ready: ['news'],
      missing: ['blog'],
    },
  ]);
});

test('what waits for something else is not ready for it', () => {
  const [change] = sharedChanges(live, [needs('news', { react: '^19.0.0' }), next]);
  expect([change!.ready, change!.missing]).toEqual([[], ['blog', 'news']]);
});

test('a module that the next shell has no more keeps it waiting too', () => {
  expect(sharedChanges(live, [shellOf({ react: '19.4.0' })])).toMatchObject([
    { module: 'router', from: '7.1.0', to: null, accepted: ['blog', 'docs', 'legal'], missing: ['news'] },
  ]);
});

test.each([
  ['no shell waits', live, [needs('news', { react: '^20.0.0' })]],
  ['everybody accepts the next', live, [shellOf({ react: '19.9.0', router: '7.9.0' })]],
  ['nothing is live', [], [next]],
])('where %s there is nothing to say', (_, now, waiting) => {
  expect(sharedChanges(now, waiting)).toEqual([]);
});
