import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keptFolder, markUsed, removeUnused } from '../../src/build/kept-files.ts';
import { appOf } from './fixtures/sample-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 0, 31);

it('removes what no build has used for 30 days, files and folders', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'voltframe-kept-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const app = appOf({}, root);
  const pictures = keptFolder(app, 'pictures');
  for (const [name, days] of [
    ['used', 29],
    ['unused', 31],
    ['.new-unfinished', 31],
  ] as const) {
    mkdirSync(path.join(pictures, name), { recursive: true });
    writeFileSync(path.join(pictures, name, 'picture.json'), '');
    markUsed(path.join(pictures, name), NOW - days * DAY_MS);
  }
  removeUnused(app, NOW);
  expect(readdirSync(pictures)).toEqual(['used']);
  const cards = keptFolder(app, 'cards');
  mkdirSync(cards);
  writeFileSync(path.join(cards, 'a.png'), '');
  markUsed(path.join(cards, 'a.png'), NOW);
  removeUnused(app, NOW + 30 * DAY_MS);
  expect(readdirSync(cards)).toEqual(['a.png']);
  removeUnused(app, NOW + 31 * DAY_MS);
  expect(readdirSync(cards)).toEqual([]);
});
