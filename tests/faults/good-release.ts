import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canonicalJson } from '@voltframe/kit/contract/release/digest';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import { packReleases } from '@voltframe/kit/packaging/pack-releases';
import { openRelease } from '@voltframe/kit/packaging/release-folder';
import type { FaultGateway } from './fault-gateway.ts';

const root = path.resolve(import.meta.dirname, '../..');
export const APP_FOLDERS = {
  shell: 'shell',
  marketing: 'mfe-marketing',
  blog: 'mfe-blog',
  legal: 'mfe-legal',
} as const;
export type AppName = keyof typeof APP_FOLDERS;

/**
 * A copy of an app's built release that differs from every other copy: its server bundle ends with a mark.
 * @param checkout that built it; default: this one.
 */
export function changedRelease(
  app: AppName,
  mark: string,
  checkout = root,
): { folder: string; digest: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-release-'));
  cpSync(path.join(checkout, APP_FOLDERS[app], 'dist'), folder, { recursive: true });
  const bundle = path.join(folder, 'server/server.cjs');
  const body = `${readFileSync(bundle, 'utf8')}\n// ${mark}\n`;
  writeFileSync(bundle, body);
  const release = JSON.parse(readFileSync(path.join(folder, 'release.json'), 'utf8')) as Release;
  release.files['server/server.cjs'] = { sha256: sha256(body), bytes: Buffer.byteLength(body) };
  const { digest: _, ...content } = release;
  release.digest = sha256(canonicalJson(content));
  writeFileSync(path.join(folder, 'release.json'), JSON.stringify(release));
  return { folder, digest: release.digest, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Publishes release folders as one. @throws when the gateway does not answer */
export async function publish(
  gateway: FaultGateway,
  folders: Partial<Record<string, string>>,
): Promise<Verdict> {
  const apps = Object.keys(folders).toSorted();
  const pack = packReleases(await Promise.all(apps.map((app) => openRelease(folders[app]!))));
  const response = await fetch(`${gateway.opsUrl}/-/releases/${apps.join(',')}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/gzip' },
    body: pack as unknown as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  return (await response.json()) as Verdict;
}

function sha256(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}
