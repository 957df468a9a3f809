import { expect, test } from 'vitest';
import { leaseTable, previewTable } from '../../../../../src/releasing/operations/page/overview/kept-view.ts';
import { digest, HOUR, NOW, wordsOf } from '../played-status.ts';

test('earlier compositions and previews are shown with when they end, and take no room where there is none', () => {
  const lease = { id: digest('1'), activatedAt: NOW - 3 * HOUR, until: NOW + HOUR };
  expect(wordsOf(leaseTable([lease], NOW))).toContain('3 h ago 2026-11-22 17:30 UTC');
  const preview = { id: digest('2'), apps: [], until: NOW + HOUR, url: 'https://a.example/?p=1' };
  expect(wordsOf(previewTable([preview]))).toContain('222222222222 nothing 2026-11-22 17:30 UTC');
  expect([leaseTable([], NOW), previewTable([])]).toEqual([false, false]);
});
