import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canonicalJson } from '@voltframe/kit/contract/release/digest';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import { packReleases } from '@voltframe/kit/packaging/pack-releases';
import { openRelease } from '@voltframe/kit/packaging/release-folder';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { root } from '../../scripts/apps.ts';
import type { FaultGateway } from './fault-gateway.ts';

export const APP_FOLDERS = {
  shell: 'shell',
  marketing: 'mfe-marketing',
  blog: 'mfe-blog',
  legal: 'mfe-legal',
} as const;
export type AppName = keyof typeof APP_FOLDERS;
export const APP_NAMES = Object.keys(APP_FOLDERS) as AppName[];

/**
 * Copies an app's built release, with a mark at the end of its server bundle.
 * @param checkout the checkout that built it; default: this one.
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

/** Publishes release folders in one request. @throws if the gateway does not answer */
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

/** Publishes changed releases of apps in one request. @returns the verdict, which names their digests */
export async function publishChanged(
  gateway: FaultGateway,
  apps: readonly AppName[],
  mark: string,
  checkout = root,
): Promise<Verdict> {
  const releases = apps.map((app) => [app, changedRelease(app, mark, checkout)] as const);
  try {
    return await publish(gateway, Object.fromEntries(releases.map(([app, { folder }]) => [app, folder])));
  } finally {
    for (const [, { remove }] of releases) remove();
  }
}

/** Publishes changed releases of apps. @throws if they do not go live */
export async function deployChanged(
  gateway: FaultGateway,
  apps: readonly AppName[],
  mark: string,
): Promise<void> {
  const verdict = await publishChanged(gateway, apps, mark);
  if (!verdict.activated) throw new Error(`${mark}: not activated: ${JSON.stringify(verdict)}`);
}
