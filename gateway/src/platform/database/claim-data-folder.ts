import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Makes sure that one gateway alone uses a data folder: with SQLite, a second one would not learn what this one activates.
 * The claim ends with the process, however it ends.
 * @returns ends the claim.
 * @throws when another gateway has the folder.
 */
export function claimDataFolder(dataDir: string): () => void {
  // A lock of SQLite's on an empty database: the operating system frees it even after kill -9.
  const lock = new DatabaseSync(path.join(dataDir, 'gateway.lock'), { timeout: 2_000 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!/locked|busy/.test(String(error))) throw error;
    throw new Error(
      `Another gateway uses ${dataDir}. Without DATABASE_URL a data folder serves one gateway: ` +
        'give this one a DATA_DIR of its own, or let several share a PostgreSQL database.',
      { cause: error },
    );
  }
  return () => lock.close();
}
