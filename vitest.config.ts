import { defineConfig } from 'vitest/config';

/** A project is a folder with a vitest.config.ts: every package, and the folders of tests/. */
export default defineConfig({
  test: {
    projects: ['*/vitest.config.ts', 'tests/*/vitest.config.ts', 'tests/e2e/platform/vitest.config.ts'],
  },
});
