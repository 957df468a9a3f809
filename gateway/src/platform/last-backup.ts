import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Name of the file in the data folder whose time is that of the last backup. */
export const LAST_BACKUP = 'last-backup';

/** Notes that a backup is written, in the data folder. */
export const noteBackup = (dataDir: string): Promise<void> => writeFile(path.join(dataDir, LAST_BACKUP), '');

/** @returns the time of the last backup of a data folder, in ms since the epoch; 0 before the first. */
export async function lastBackup(dataDir: string): Promise<number> {
  return (await stat(path.join(dataDir, LAST_BACKUP)).catch(() => undefined))?.mtimeMs ?? 0;
}
