import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    environment: 'node',
    // Builds run within tests; two shared cores need patience.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
