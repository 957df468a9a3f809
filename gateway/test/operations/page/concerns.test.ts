import { expect, test } from 'vitest';
import { type Concern, sortConcerns, statusConcerns } from '../../../src/operations/page/concerns.ts';
import type { Status } from '@voltframe/kit/contract/operations/site-status';
import { appStatus, digest, statusOf } from './played-status.ts';

const concernOf = (text: string, tone: Concern['tone'], app?: string): Concern => ({
  tone,
  text,
  ...(app !== undefined && { app }),
});

test('concerns are sorted by tone, then those of the own team come first', () => {
  const all = [
    concernOf('theirs', 'warn', 'blog'),
    concernOf('ours', 'warn', 'docs'),
    concernOf('site', 'bad'),
    concernOf('ours, bad', 'bad', 'docs'),
  ];
  expect(sortConcerns(all, 'docs').map(({ text }) => text)).toEqual(['ours, bad', 'site', 'ours', 'theirs']);
  expect(sortConcerns(all, null).map(({ text }) => text)[0]).toBe('site');
});

const cms = {
  name: 'cms',
  apps: ['blog', 'legal'],
  circuit: 'closed' as const,
  answers: 3,
  failing: 0,
};
const warning = { code: 'W', app: 'legal', reason: '', fix: '', owner: 'blog', digest: digest('a') };
const lost = { kind: 'link', name: '/x' } as const;

test('a healthy site has no concerns', () => {
  expect(statusConcerns(statusOf({ upstreams: [cms], disk: { freeBytes: 9, reserveBytes: 9 } }))).toEqual([]);
});

test.each<[string, Partial<Status>, object]>([
  [
    'an almost full disk',
    { disk: { freeBytes: 2 ** 19, reserveBytes: 2 ** 20 } },
    { tone: 'bad', text: expect.stringMatching(/0.5 MB are free, and 1 MB are reserved/) },
  ],
  [
    'an upstream with an open circuit',
    { upstreams: [{ ...cms, circuit: 'open' }] },
    { tone: 'bad', text: expect.stringContaining('cms fails; pages of blog, legal') },
  ],
  [
    'a live release whose pages fail',
    { apps: [appStatus('blog', { errors: 3 })] },
    {
      tone: 'bad',
      app: 'blog',
      text: 'its listed pages had 3 errors within an hour; mfe rollback blog goes back',
      href: '/-/apps/blog#errors',
    },
  ],
  [
    'a link that leads nowhere',
    { apps: [appStatus('blog', { warnings: [{ ...warning, lost }] })] },
    { app: 'blog', text: expect.stringContaining('in one place'), href: '/-/apps/blog#to-mend' },
  ],
])('%s is a concern', (_, more, concern) => {
  expect(statusConcerns(statusOf(more))).toEqual([expect.objectContaining(concern)]);
});
