import { findChromium, installShell } from '../tests/browser/find-chromium.ts';
import { findOrInstallPostgres } from '../tests/faults/postgres-programs.ts';

/** Installs PostgreSQL and Chromium for the tests where they are missing. */
findOrInstallPostgres();
installShell();
await findChromium();
