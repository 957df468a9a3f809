import { defineConfig } from 'vitest/config';

/** The short forms of `npm run fault`, on the real gateway with the built apps. */
export default defineConfig({
  test: { name: 'faults', include: ['*.test.ts'], testTimeout: 900_000, hookTimeout: 900_000 },
});
