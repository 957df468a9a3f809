import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'e2e',
    include: ['*.test.ts'],
    globalSetup: ['global-setup.ts'],
    // A cold page on a busy machine; a healthy one takes well under a second.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
