import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Each test starts programs, which takes long on a busy machine.
  test: { name: 'set-up', include: ['*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
});
