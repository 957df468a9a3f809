import type { UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import { expect, test } from 'vitest';
import { upstreamsTable } from '../../../../../src/releasing/operations/page/overview/upstreams-view.ts';

const cms: UpstreamStatus = {
  name: 'cms',
  apps: ['blog'],
  circuit: 'closed',
  answers: 3,
  failing: 0,
  oldestAt: 0,
};
const textOf = (upstreams: UpstreamStatus[]) => {
  const table = upstreamsTable({ upstreams }, 0);
  return table === false ? '' : table.text;
};

test.each<[Partial<UpstreamStatus>, string]>([
  [{}, 'badge good">answers'],
  [{ failing: 2 }, 'badge warn">2 cannot be had anew'],
  [{ answers: 0, lastError: { code: 'UPSTREAM_ANSWER', reason: '', at: 0 } }, 'badge bad">no answer yet'],
  [{ circuit: 'open', failing: 2 }, 'badge bad">fails, left alone'],
])('an upstream with %j is shown as it is', (changed, text) => {
  expect(textOf([{ ...cms, ...changed }])).toContain(text);
});

test('its last error is told as text', () => {
  const lastError = { code: 'UPSTREAM_ANSWER', reason: 'its type is <b>', at: 0 };
  expect(textOf([{ ...cms, lastError }])).toContain('its type is &lt;b&gt; (UPSTREAM_ANSWER)');
});

test('where nothing is configured there is no table', () => {
  expect(upstreamsTable({}, 0)).toBe(false);
});
