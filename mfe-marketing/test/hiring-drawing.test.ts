import { drawingSvg } from '@voltframe/kit/contract/page/drawing';
import { expect, it } from 'vitest';
import { HIRING_DRAWING } from '../src/hiring-drawing.ts';

it('names the four steps of an application', () => {
  const svg = drawingSvg(HIRING_DRAWING);
  for (const step of ['write', 'talk', 'build', 'answer']) expect(svg).toContain(`>${step}<`);
});
