import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ERRORS, PAGES } from '../../../src/cli/commands/docs.ts';
import { runMfe } from '../fixtures/run-mfe.ts';

/** Files of an app in the tutorial. */
const IN_A_REPOSITORY = new Set(['README.md', 'terms.md']);

it.each(Object.keys(PAGES))('prints the page %s without a gateway', async (page) => {
  const { code, out } = await runMfe(['docs', page]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^# /)]);
});

it('lists its pages, and suggests the closest for an unknown page', async () => {
  const { out } = await runMfe(['docs']);
  for (const page of Object.keys(PAGES)) expect(out).toContain(`  ${page} `);
  expect(out).toContain('mfe docs UPSTREAM_TIMEOUT');
  const { code, err } = await runMfe(['docs', 'form']);
  expect([code, err]).toEqual([2, expect.stringContaining("no page 'form'. Did you mean forms?")]);
});

it('prints an error by its code, and suggests the closest for an unknown code', async () => {
  const { code, out } = await runMfe(['docs', 'UPSTREAM_TIMEOUT']);
  expect([code, out]).toEqual([0, expect.stringMatching(/^### UPSTREAM_TIMEOUT\n[^]*- Why: [^]*- Fix: /)]);
  expect(out).not.toContain('### UPSTREAM_A');
  const unknown = await runMfe(['docs', 'UPSTREAM_TIMEOT']);
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('Did you mean UPSTREAM_TIMEOUT?')]);
});

const texts = Object.entries(PAGES).map(
  ([page, { file }]) =>
    [page, readFileSync(path.join(import.meta.dirname, '../../../..', file), 'utf8')] as const,
);

it('offers at most 15,000 words', () => {
  const words = texts.flatMap(([, text]) => text.split(/\s+/).filter((word) => word !== ''));
  expect(words.length).toBeGreaterThan(5_000);
  expect(words.length).toBeLessThanOrEqual(15_000);
});

it('refers to no document that the package does not have', () => {
  const packed = [...Object.values(PAGES).map(({ file }) => path.basename(file)), path.basename(ERRORS)];
  const dead = texts.flatMap(([page, text]) =>
    [...text.matchAll(/([\w-]+\.md)\b/g)].flatMap(([, name = '']) =>
      packed.includes(name) || IN_A_REPOSITORY.has(name) ? [] : [`${page}: ${name}`],
    ),
  );
  expect(dead).toEqual([]);
});
