import { expect, test } from 'vitest';
import { historyPage } from '../../../../src/releasing/operations/page/history-page.ts';
import { history, NOW, wordsOf } from './played-status.ts';

test('each entry says when, who, what, and from which release to which', () => {
  const words = wordsOf(historyPage(history, NOW));
  expect(words).toMatch(/2026-11-22 16:26 UTC 4 min ago blog CI activate blog b{12} a1b2c3d .* a{12}$/);
  expect(wordsOf(historyPage([], NOW))).toContain('Nothing happened yet.');
});
