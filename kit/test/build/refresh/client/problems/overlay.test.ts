// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { showOverlay } from '../../../../../src/build/refresh/client/problems/overlay.ts';

const root = () => document.querySelector('#refresh-problems')?.shadowRoot;
const text = (selector: string) =>
  [...(root()?.querySelectorAll(selector) ?? [])].map((one) => one.textContent);
const problem = (message: string) => ({ app: 'blog', message });
const placed = {
  ...problem('boom'),
  place: { file: 'src/list.tsx', line: 2 },
  frame: '  1 | a\n> 2 | b',
  stack: ['List (blog src/list.tsx:2)'],
};

beforeEach(() => showOverlay(document, []));

it('shows the newest problems as plain text, and closes when they are fixed', () => {
  showOverlay(document, [problem('page.tsx:3')]);
  showOverlay(document, [problem('<b>page.tsx:4</b>')]);
  expect(text('.message')).toEqual(['<b>page.tsx:4</b>']);
  expect(document.querySelectorAll('#refresh-problems')).toHaveLength(1);
  showOverlay(document, []);
  expect(root()).toBeUndefined();
});

it('marks the line in the frame, and names its place', () => {
  showOverlay(document, [placed]);
  expect(text('.marked')).toEqual(['> 2 | b']);
  expect(text('.stack')).toEqual(['at List (blog src/list.tsx:2)']);
  expect(text('.place')).toEqual(['src/list.tsx:2']);
});

it('is announced as an alert, and closes with its button and with Escape', () => {
  showOverlay(document, [placed]);
  expect(root()!.querySelector('[role=alert] .close')).not.toBeNull();
  root()!.querySelector<HTMLElement>('.close')!.click();
  expect(root()).toBeUndefined();
  showOverlay(document, [placed]);
  root()!.host.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(root()).toBeUndefined();
});
