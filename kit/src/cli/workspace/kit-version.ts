import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Folder of the kit: of the checkout, or of the package. */
export const KIT_FOLDER = path.resolve(import.meta.dirname, '../../..');

/** @returns the version of this kit. */
export function kitVersion(): string {
  const manifest = path.join(KIT_FOLDER, 'package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
