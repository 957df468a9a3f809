import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    environment: 'node',
    globalSetup: ['test/temporary-folders.ts'],
    // Builds run within tests; two shared cores need patience.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
