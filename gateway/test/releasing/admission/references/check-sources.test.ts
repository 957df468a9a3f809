import { expect, test } from 'vitest';
import { checkSources } from '../../../../src/releasing/admission/references/check-sources.ts';
import { remoteRelease } from '../../../fixtures/fixture-release.ts';

const { release } = remoteRelease({
  change(made) {
    made.routes[0]!.csp = { 'img-src': ['https://a.example'] };
    made.islands = { Map: { css: [], csp: { 'img-src': ['https://a.example', 'https://b.example'] } } };
  },
});

test.each([
  [
    'what its pages and islands load is not allowed',
    false,
    ['docs img-src https://a.example', 'docs img-src https://b.example'],
  ],
  ['all of it is', true, []],
])('a new release is told, each source once, when %s', (_, allowed, entries) => {
  const findings = checkSources([release], new Set(['docs']), () => allowed);
  expect(findings.map(({ fix }) => / FOREIGN_SOURCES: (.*)$/.exec(fix)?.[1])).toEqual(entries);
});

test('one that is live is not', () => {
  expect(checkSources([release], new Set(['blog']), () => false)).toEqual([]);
});
