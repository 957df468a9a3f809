// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { getHydrating, readPageData, requestManifest, setHydrating } from '../src/boot-state.ts';

it('has its state at the document, and none where no script runs', () => {
  expect(getHydrating(document)).toBe('off');
  setHydrating(document, 'true');
  expect([getHydrating(document), document.documentElement.getAttribute('data-hydrating')]).toEqual([
    'true',
    'true',
  ]);
});

it('reads the data that the document carries', () => {
  expect(readPageData(document)).toBeNull();
  document.body.innerHTML = '<script type="application/json" id="page-data">{"composition":"c1"}</script>';
  expect(readPageData(document)).toEqual({ composition: 'c1' });
});

it("asks for the rules of the document's own composition, behind everything else", async () => {
  const asked: unknown[] = [];
  await requestManifest(async (...call) => (asked.push(call), new Response()), 'c1');
  expect(asked).toEqual([['/builds/meta/c1.json', { priority: 'low' }]]);
});
