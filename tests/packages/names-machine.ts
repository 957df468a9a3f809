import { homedir } from 'node:os';
import { root } from '../../scripts/apps.ts';

/**
 * Whether a text tells where it was made: in this checkout, by this user, or in a folder of this machine.
 * @param home of the user; `/` or nothing where there is none, as in a container, and that is in every text
 */
export function namesMachine(text: string, folder: string, home = homedir()): boolean {
  const places = [root, folder, ...(home.length > 1 ? [home] : [])];
  return places.some((place) => text.includes(place));
}
