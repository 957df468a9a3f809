import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changedDraft, type Draft } from '../../draft-release.ts';
import { type Attack, attacksOn, type Case } from '../attack.ts';
import { ATTACKER } from '../hostile-site.ts';
import { BUNDLE, IGNORED, offered, patienceOf, ACCEPTED } from './source-offers.ts';

function write(folder: string, { release, files }: Draft): void {
  for (const [file, body] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), body);
  }
  writeFileSync(path.join(folder, 'release.json'), JSON.stringify(release));
}

/**
 * Offers a folder with a good release that has one defect.
 * @param spoil gets the folder, and another one with the intact release.
 */
const folder = (name: string, expected: RegExp, spoil: (dist: string, outside: string) => void): Case => [
  name,
  expected,
  async (site) => {
    const dist = path.join(site.folder, 'dist');
    const outside = mkdtempSync(path.join(tmpdir(), 'voltframe-outside-'));
    // Unique, because the gateway does not accept a rolled back release from a source again.
    const draft = changedDraft(ATTACKER, `from a folder: ${name}`);
    const offer = (): void => {
      write(outside, draft);
      write(path.join(site.folder, 'next'), draft);
      spoil(path.join(site.folder, 'next'), outside);
      spawnSync('mv', [path.join(site.folder, 'next'), dist]);
    };
    const end = (): void => {
      rmSync(dist, { recursive: true, force: true });
      rmSync(outside, { recursive: true, force: true });
    };
    return offered(site, offer, end, patienceOf(expected));
  },
];

/** Replaces a file. */
const instead = (file: string, put: (at: string) => void) => (dist: string) => {
  rmSync(path.join(dist, file));
  put(path.join(dist, file));
};

export const folderAttacks: Attack[] = attacksOn('malicious folders', [
  folder('a good release, which is no attack', ACCEPTED, () => {}),
  folder('a file that is a link out of the folder', IGNORED, (dist, outside) =>
    instead(BUNDLE, (at) => symlinkSync(path.join(outside, BUNDLE), at))(dist),
  ),
  folder('a manifest that is a link out of the folder', IGNORED, (dist, outside) =>
    instead('release.json', (at) => symlinkSync(path.join(outside, 'release.json'), at))(dist),
  ),
  folder('a subfolder that is a link out of the folder', IGNORED, (dist, outside) => {
    rmSync(path.join(dist, 'server'), { recursive: true });
    symlinkSync(path.join(outside, 'server'), path.join(dist, 'server'));
  }),
  folder('a folder that is a link', IGNORED, (dist, outside) => {
    rmSync(dist, { recursive: true });
    symlinkSync(outside, dist);
  }),
  folder(
    'a manifest that is a FIFO',
    IGNORED,
    instead('release.json', (at) => void spawnSync('mkfifo', [at])),
  ),
  folder(
    'a file that is a FIFO',
    IGNORED,
    instead(BUNDLE, (at) => void spawnSync('mkfifo', [at])),
  ),
  folder(
    'a file that is a link to a device',
    IGNORED,
    instead(BUNDLE, (at) => symlinkSync('/dev/zero', at)),
  ),
  // Without the right to create a device, the file is missing.
  folder(
    'a file that is a device',
    IGNORED,
    instead(BUNDLE, (at) => void spawnSync('mknod', [at, 'c', '1', '5'])),
  ),
  folder(
    'a file that is a link to itself',
    IGNORED,
    instead(BUNDLE, (at) => symlinkSync(at, at)),
  ),
  folder(
    'a file that is a folder',
    IGNORED,
    instead(BUNDLE, (at) => mkdirSync(at)),
  ),
]);
