import { expect, it } from 'vitest';
import { defineMfe, type MfeConfig } from '@voltframe/kit/contract/release/mfe-config';

it('returns the config unchanged', () => {
  const config: MfeConfig = { name: 'labs', routes: [] };
  expect(defineMfe(config)).toBe(config);
});
