import { expect, it } from 'vitest';
import { drawingSvg } from '../../../src/contract/page/drawing.ts';

const SCALE = `<path class='scale' d='M40 352H600'/>`;

it('writes all parts of a drawing over the scale, its words as text', () => {
  const drawing = {
    lines: 'M0 0h9',
    current: 'M0 1h9',
    guide: 'M0 2h9',
    tone: 'M0 3h9v9z',
    shade: 'M0 4h9v9z',
    rider: 'M0 5h9',
  };
  const svg = drawingSvg({
    ...drawing,
    mark: [3, 4],
    words: [
      [5, 6, '< 8 °C'],
      [7, 8, 'a', 'start'],
    ],
  });
  expect(svg.startsWith(SCALE)).toBe(true);
  for (const part of Object.values(drawing)) expect(svg).toContain(` d='${part}'/>`);
  expect(svg).toContain(
    `<circle cx='3' cy='4' r='7'/><text x='5' y='6'>&lt; 8 °C</text>` +
      `<text class='start' x='7' y='8'>a</text>`,
  );
});

it('writes only the scale without a drawing, and no missing part', () => {
  expect(drawingSvg(undefined)).toBe(SCALE);
  expect(drawingSvg({ lines: 'M0 0h9', current: 'M0 1h9' })).not.toMatch(
    /undefined|tone|shade|guide|rider|circle|text/,
  );
});

it('escapes paths, so that none leaves its attribute', () => {
  const svg = drawingSvg({ lines: `'/><script>1</script>`, current: `' onload='1`, guide: `'`, tone: `'` });
  expect(svg).not.toMatch(/<script|' onload|''/);
});
