import type { SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import { expect, it } from 'vitest';
import { figuresOf } from '../../../src/components/portfolio/figure-texts.ts';

const COUNTED = {
  since: Date.UTC(2026, 10, 24, 21, 3),
  gateway: 'f00d',
  gateways: 1,
  requests: 12_345,
  bytes: 6_780_000,
  failed: 0,
  apps: {},
};
const DEPLOY = { at: 0, apps: ['blog'], stands: true, requests: 1_204, failed: 0 };
const figures = (more: Partial<SiteFigures>) =>
  figuresOf({ at: 3 * 3_600_000, composition: 'c', apps: [], counted: COUNTED, deploy: DEPLOY, ...more });
const SINCE = 'since 2026-11-24 21:03 UTC';

it('shows each figure with the start of its count', () => {
  expect(figures({})).toEqual({
    requests: ['12,345', SINCE],
    bytes: ['6.8 MB', SINCE],
    deploy: ['3 h ago', 'blog'],
    failed: ['0', SINCE],
  });
});

it('mentions other gateways and a rolled back deploy', () => {
  const { failed, deploy } = figures({
    counted: { ...COUNTED, gateways: 3 },
    deploy: { ...DEPLOY, stands: false },
  });
  expect([failed?.[1], deploy?.[1]]).toEqual([`${SINCE}, by one of 3 gateways`, 'blog; rolled back']);
});
