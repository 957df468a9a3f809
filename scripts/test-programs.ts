import { findChromium, installShell } from '../tests/browser/find-chromium.ts';
import { findOrInstallPostgres } from '../tests/faults/postgres-programs.ts';

/** Installs what tests need beside the packages, where it is missing and can be installed: Chromium and PostgreSQL. */
findOrInstallPostgres();
installShell();
await findChromium();
