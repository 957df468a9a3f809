import { expect, it } from 'vitest';
import { defineMfe, type MfeConfig } from '@voltframe/kit/contract/release/mfe-config';

it('gives an app its config as it wrote it', () => {
  const config: MfeConfig = { name: 'labs', routes: [] };
  expect(defineMfe(config)).toBe(config);
});
