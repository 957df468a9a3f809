import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The whole repository is read and parsed; two shared cores need patience.
  test: { name: 'architecture', include: ['*.test.ts'], testTimeout: 300_000 },
});
