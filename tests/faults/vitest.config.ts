import { defineConfig } from 'vitest/config';

/** The short forms of what `npm run fault` does at length: on the real gateway with the built apps. */
export default defineConfig({
  test: { name: 'faults', include: ['*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
});
