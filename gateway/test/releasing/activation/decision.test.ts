import type { Finding } from '@voltframe/kit/contract/operations/verdict';
import { expect, test } from 'vitest';
import {
  about,
  appsWaitedFor,
  atFault,
  type Decision,
  toVerdict,
} from '../../../src/releasing/activation/decision.ts';
import { version } from '../../fixtures/fixture-release.ts';

const docs = version('one').release;
const news = version('first', 'news').release;
const found = (app: string, waitsFor?: string): Finding => ({
  code: 'X',
  app,
  reason: `${app} is wrong`,
  fix: 'mend it',
  ...(waitsFor !== undefined && { waitsFor }),
});

test.each([
  ['none when the release has a defect of its own', [found('docs', 'news'), found('docs')], undefined],
  [
    'each app once',
    [found('docs', 'shell'), found('docs', 'news'), found('docs', 'news')],
    ['news', 'shell'],
  ],
  ['any app when any app may provide the missing part', [found('docs', 'news'), found('docs', '*')], []],
] as const)('a release waits for the apps of its findings: %s', (_, findings, apps) => {
  expect(appsWaitedFor([...findings])).toEqual(apps);
});

test('the releases that findings name are at fault; if findings name none, all are', () => {
  expect(atFault([docs, news], [found('news')])).toEqual([news]);
  expect(atFault([docs, news], [found('shell')])).toEqual([docs, news]);
  expect(about(docs, [found('news'), found('docs')])).toEqual([found('docs')]);
});

test.each<[Decision['outcome'], Partial<Decision>, object]>([
  ['activated', {}, { accepted: true, activated: true }],
  ['unchanged', {}, { accepted: true, activated: true }],
  [
    'held',
    { hold: { by: 'pin', reason: 'docs is pinned by ada' } },
    { accepted: true, activated: false, waiting: { for: 'pin', reason: 'docs is pinned by ada' } },
  ],
  ['refused', { findings: [found('docs')] }, { accepted: false, activated: false, checks: [found('docs')] }],
  [
    'refused',
    { findings: [found('docs', 'news')], waitsFor: ['news'] },
    { accepted: false, activated: false, waiting: { for: 'app', apps: ['news'], reason: 'docs is wrong' } },
  ],
])('the verdict on a release that is %s has %j', (outcome, more, fields) => {
  const verdict = toVerdict([docs], { outcome, composition: 'c', findings: [], warnings: [], ...more });
  expect(verdict).toMatchObject({
    ...fields,
    composition: 'c',
    releases: [{ app: 'docs', digest: docs.digest }],
  });
  expect('waiting' in verdict).toBe('waiting' in fields);
});
