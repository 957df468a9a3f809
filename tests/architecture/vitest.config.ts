import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The tests read and parse the whole repository, which takes long on a busy machine.
  test: { name: 'architecture', include: ['*.test.ts'], testTimeout: 300_000 },
});
