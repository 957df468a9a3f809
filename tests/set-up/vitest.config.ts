import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Each test starts programs; two shared cores need patience.
  test: { name: 'set-up', include: ['*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
});
