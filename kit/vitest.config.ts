import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    environment: 'node',
    globalSetup: ['test/temporary-folders.ts'],
    // Tests run builds, which take long on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
