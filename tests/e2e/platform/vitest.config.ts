import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'platform',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: [path.join(import.meta.dirname, 'global-setup.ts')],
    // A cold page on a busy machine; a healthy one takes well under a second.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
