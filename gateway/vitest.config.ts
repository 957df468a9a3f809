import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // A PostgreSQL server for the tests of the stores (`npm run test:postgres`); '' = SQLite.
    provide: { databaseServer: process.env['TEST_DATABASE_URL'] ?? '' },
    // Tests start render processes, which takes long on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
