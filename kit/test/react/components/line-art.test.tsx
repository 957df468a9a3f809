// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { drawingSvg } from '../../../src/contract/page/drawing.ts';
import { LineArt } from '../../../src/react/components/line-art.tsx';
import { mount } from '../fixtures/mounted.tsx';

it('renders a drawing as SVG that is hidden from assistive technology', async () => {
  const svg = drawingSvg({ lines: 'M0 0h9', current: 'M0 1h9', words: [[5, 6, 'alarm']] });
  const { container } = await mount(<LineArt svg={svg} />);
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  expect(container.querySelectorAll('svg > path')).toHaveLength(3);
  expect(container.querySelector('text')?.textContent).toBe('alarm');
});
