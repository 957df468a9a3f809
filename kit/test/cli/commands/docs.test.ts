import { expect, it } from 'vitest';
import { PAGES } from '../../../src/cli/commands/docs.ts';
import { runMfe } from '../fixtures/run-mfe.ts';

it.each(Object.keys(PAGES))('prints the page %s without a gateway', async (page) => {
  const { code, out } = await runMfe(['docs', page]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^# /)]);
});

it('lists its pages, and suggests the closest for an unknown page', async () => {
  const { out } = await runMfe(['docs']);
  for (const page of Object.keys(PAGES)) expect(out).toContain(`  ${page} `);
  const { code, err } = await runMfe(['docs', 'form']);
  expect([code, err]).toEqual([2, expect.stringContaining("no page 'form'. Did you mean forms?")]);
});
