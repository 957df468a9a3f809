// @vitest-environment happy-dom
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as drawings from '../../../src/react/components/drawings.ts';
import { LineArt } from '../../../src/react/components/line-art.tsx';
import { mount } from '../fixtures/mounted.tsx';

const drawing = vi.spyOn(drawings, 'draw');
const complaint = vi.spyOn(console, 'error');
beforeEach(() => void vi.clearAllMocks());
afterEach(() => document.body.replaceChildren());

/** What the server sends, where there is no document. */
function onServer(seed: string): string {
  vi.stubGlobal('document', undefined);
  try {
    return renderToString(<LineArt seed={seed} />);
  } finally {
    vi.unstubAllGlobals();
  }
}

async function hydrated(html: string, seed: string) {
  const container = document.createElement('div');
  container.innerHTML = html;
  document.body.append(container);
  const onRecoverableError = vi.fn<() => void>();
  const root = await act(async () => hydrateRoot(container, <LineArt seed={seed} />, { onRecoverableError }));
  return { container, root, onRecoverableError };
}

const pathsOf = (container: Element) =>
  [...container.querySelectorAll('path')].map((path) => path.getAttribute('d'));
it('shows the picture that an entry has of its own in place of one drawn from its slug', async () => {
  const own = { lines: 'M0 0h9', current: 'M0 1h9', guide: 'M0 2h9', tone: 'M0 3h9v9z' };
  const picture = { ...own, mark: [3, 4] as const, words: [[5, 6, 'alarm']] as const };
  const { container } = await mount(<LineArt seed="first" drawing={picture} />);
  expect(pathsOf(container)).toEqual(expect.arrayContaining(Object.values(own)));
  expect(container.querySelector('circle')?.getAttribute('cx')).toBe('3');
  expect(container.querySelector('text')?.textContent).toBe('alarm');
  expect(drawing).not.toHaveBeenCalled();
});

const asDrawn = (seed: string) => Object.values(drawings.draw(seed));

it('is drawn by the server, and by a browser that comes to it later', async () => {
  const { container: later } = await mount(<LineArt seed="later" />);
  expect(pathsOf(later)).toEqual(asDrawn('later'));
  const sent = document.createElement('div');
  sent.innerHTML = onServer('first');
  expect(pathsOf(sent)).toEqual(asDrawn('first'));
});

it('is not drawn again while it hydrates, nor after that', async () => {
  const html = onServer('first');
  drawing.mockClear();
  const { container, root } = await hydrated(html, 'first');
  await act(async () => root.render(<LineArt seed="first" />));
  expect(drawing).not.toHaveBeenCalled();
  expect(complaint).not.toHaveBeenCalled();
  expect(pathsOf(container)).toEqual(asDrawn('first'));
});

it('is drawn anew for another entry, and for the first one again', async () => {
  const { container, root } = await hydrated(onServer('first'), 'first');
  for (const seed of ['second', 'first']) {
    await act(async () => root.render(<LineArt seed={seed} />));
    expect(pathsOf(container)).toEqual(asDrawn(seed));
  }
});

it("is drawn where React gives up the server's HTML", async () => {
  complaint.mockImplementation(() => {});
  const { container, onRecoverableError } = await hydrated('<p>something else</p>', 'first');
  expect(onRecoverableError).toHaveBeenCalled();
  expect(pathsOf(container)).toEqual(asDrawn('first'));
});
