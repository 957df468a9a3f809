import { expect, test } from 'vitest';
import type { UpstreamStatus } from '../../../src/contract/operations/site-status.ts';
import { upstreamText } from '../../../src/cli/output/upstream-text.ts';

const good: UpstreamStatus = { name: 'cms', apps: ['blog'], circuit: 'closed', answers: 3, failing: 0 };
const lastError = { code: 'UPSTREAM_TIMEOUT', reason: 'it did not answer', at: 0 };

test('upstreams that answer are not mentioned, also when they failed once', () => {
  expect(upstreamText({ upstreams: [good, { ...good, lastError }] })).toEqual([]);
  expect(upstreamText({})).toEqual([]);
});

test('one that fails is named, with whose data is old and why', () => {
  const [open, failing] = upstreamText({
    upstreams: [
      { ...good, circuit: 'open' },
      { ...good, apps: ['blog', 'legal'], failing: 2, lastError },
    ],
  });
  expect(open).toBe('UPSTREAM cms of blog fails; 0 answers are old');
  expect(failing).toMatch(/^UPSTREAM cms of blog, legal fails; 2 answers are old: it did not answer \(.+\)$/);
});
