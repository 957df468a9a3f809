// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { LineArt } from '../../../src/react/components/line-art.tsx';
import { mount } from '../fixtures/mounted.tsx';

afterEach(() => document.body.replaceChildren());

const SCALE = 'M40 352H600';
const pathsOf = (container: Element) =>
  [...container.querySelectorAll('path')].map((path) => path.getAttribute('d'));

it('shows all parts of the picture of an entry over the scale', async () => {
  const paths = { lines: 'M0 0h9', current: 'M0 1h9', guide: 'M0 2h9', tone: 'M0 3h9v9z' };
  const drawing = { ...paths, mark: [3, 4] as const, words: [[5, 6, 'alarm']] as const };
  const { container } = await mount(<LineArt drawing={drawing} />);
  expect(new Set(pathsOf(container))).toEqual(new Set([SCALE, ...Object.values(paths)]));
  expect(container.querySelector('circle')?.getAttribute('cx')).toBe('3');
  expect(container.querySelector('text')?.textContent).toBe('alarm');
});

it('shows the scale alone for an entry without a picture', async () => {
  const { container } = await mount(<LineArt drawing={undefined} />);
  expect(pathsOf(container)).toEqual([SCALE]);
  expect(container.querySelector('circle, text')).toBeNull();
});
