import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OperationError } from '@voltframe/kit/contract/operations/operations';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import type { BadRelease } from './bad-release-corpus.ts';
import { type AppName, changedDraft, type Draft, readDraft, seal } from './draft-release.ts';
import type { FaultGateway } from './fault-gateway.ts';

export interface Pushed {
  status: number;
  text: string;
  verdict?: Verdict;
}

/** Pushes the app's release with a defect. */
export async function pushBad(to: FaultGateway, bad: BadRelease): Promise<Pushed> {
  const draft = readDraft(bad.app);
  bad.spoil(draft);
  if (bad.seal !== false) seal(draft);
  return pushDrafts(to, [draft], bad.app);
}

/**
 * Packs drafts with their defects, and with `tar`, because the kit would refuse them.
 * @param as the app of the push; default: that of the drafts
 */
export async function pushDrafts(
  to: Pick<FaultGateway, 'opsUrl' | 'token'>,
  drafts: Draft[],
  as?: string,
  purpose: '' | '?check=1' | '?preview=1' | `?preview=1&name=${string}` = '',
): Promise<Pushed> {
  const names = drafts.map(({ release }) => release.app).toSorted();
  return pushPack(to, `${as ?? names.join(',')}${purpose}`, pack(drafts, as));
}

/** Publishes changed releases of apps in one request. @returns the verdict, which names their digests */
export async function publishChanged(
  to: Pick<FaultGateway, 'opsUrl' | 'token'>,
  apps: readonly AppName[],
  mark: string,
): Promise<Verdict> {
  const drafts = apps.map((app) => changedDraft(app, mark));
  const { text, verdict } = await pushDrafts(to, drafts);
  if (!verdict) throw new Error(text);
  return verdict;
}

/** Publishes changed releases of apps. @throws if they do not go live */
export async function deployChanged(
  to: Pick<FaultGateway, 'opsUrl' | 'token'>,
  apps: readonly AppName[],
  mark: string,
): Promise<void> {
  const verdict = await publishChanged(to, apps, mark);
  if (!verdict.activated) throw new Error(`${mark}: not activated: ${JSON.stringify(verdict)}`);
}

/** @param apps the apps of the pack and the purpose of the push: `blog,legal?check=1` */
export async function pushPack(
  to: Pick<FaultGateway, 'opsUrl' | 'token'>,
  apps: string,
  body: Buffer,
): Promise<Pushed> {
  const response = await fetch(`${to.opsUrl}/-/releases/${apps}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${to.token}`, 'content-type': 'application/gzip' },
    body: body as Uint8Array<ArrayBuffer>,
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    ...(text.startsWith('{') && { verdict: JSON.parse(text) as Verdict }),
  };
}

/** @returns a pack of the drafts with their defects. */
export function pack(drafts: Draft[], as?: string): Buffer {
  const work = mkdtempSync(path.join(tmpdir(), 'voltframe-bad-'));
  try {
    const names: string[] = [];
    for (const { release, files, manifestText, signature } of drafts) {
      const add = (file: string, body: Buffer | string): void => {
        // The release.json still lists names that leave the folder; the archive has them without dot segments.
        const safe = path.join(work, as ?? release.app, file.replaceAll('..', '__').replace(/^\//, ''));
        mkdirSync(path.dirname(safe), { recursive: true });
        writeFileSync(safe, body);
        names.push(path.relative(work, safe));
      };
      if (signature !== undefined) add('release.sig', signature);
      add('release.json', manifestText ?? JSON.stringify(release));
      for (const [file, body] of files) if (!/^\/|\.\.|\\/.test(file)) add(file, body);
    }
    return spawnSync('tar', ['-cz', '--no-recursion', '-C', work, ...names], { maxBuffer: 1 << 28 }).stdout;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @returns each defect as `CODE app: reason`, or the error of an invalid pack. */
export function defectsOf({ text, verdict }: Pushed): string[] {
  if (verdict?.checks) return verdict.checks.map(({ code, app, reason }) => `${code} ${app}: ${reason}`);
  const { code, message } = JSON.parse(text) as OperationError;
  return [`${code}: ${message}`];
}

/** @returns the answers of some addresses as one text. */
export async function liveBytes({ url }: FaultGateway): Promise<string> {
  const bodies = ['/', '/terms', '/blog', '/builds/latest.json', '/terms/_payload.json'].map(async (at) =>
    (await fetch(url + at)).text(),
  );
  return (await Promise.all(bodies)).join('\n');
}
