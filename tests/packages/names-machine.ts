import { homedir } from 'node:os';
import { root } from '../../scripts/apps.ts';

/**
 * @returns whether a text contains the path of this checkout, of the folder or of the home folder.
 * @param home home folder of the user; `/` or empty (as in a container) is ignored, because every text contains it
 */
export function namesMachine(text: string, folder: string, home = homedir()): boolean {
  const places = [root, folder, ...(home.length > 1 ? [home] : [])];
  return places.some((place) => text.includes(place));
}
