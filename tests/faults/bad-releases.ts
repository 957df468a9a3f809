/**
 * Pushes every bad release of the corpus to a running site: each has to be refused, naming its defect, and nothing
 * that is live may change. Then pushes the good apps again and again with changes: none may be refused.
 *   npm run fault -- bad-releases [goodRounds=40]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OperationError } from '@voltframe/kit/contract/operations/operations';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import { BAD_RELEASES, type Draft, seal } from './bad-release-corpus.ts';
import { type FaultGateway, startFaultGateway } from './fault-gateway.ts';
import { changeVisibly } from './good-change.ts';

const root = path.resolve(import.meta.dirname, '../..');
const FOLDERS = { shell: 'shell', marketing: 'mfe-marketing', blog: 'mfe-blog', legal: 'mfe-legal' } as const;
type App = keyof typeof FOLDERS;
const goodRounds = Number(process.argv[2] ?? 40);

const gateway = await startFaultGateway();
let failures = 0;
try {
  const first = await push(
    gateway,
    ['blog', 'legal', 'marketing', 'shell'].map((app) => read(app as App)),
  );
  check(
    'the four good apps go live together',
    first.status === 200 && first.verdict?.activated === true,
    JSON.stringify(first.verdict),
  );
  const before = await liveBytes(gateway);
  for (const bad of BAD_RELEASES) {
    const draft = read(bad.app);
    bad.spoil(draft);
    if (bad.seal !== false) seal(draft);
    const { status, text, verdict } = await push(gateway, [draft], bad.app);
    const said = defectsOf(text, verdict);
    // Refused, and nothing but the one defect is named.
    const named = said.length > 0 && said.every((defect) => bad.says.test(defect));
    check(
      `${bad.kind}: ${bad.name}`,
      status >= 400 && status < 500 && named,
      `${status} ${said.join('\n        ') || text.slice(0, 300)}`,
    );
  }
  check('live bytes are unchanged', (await liveBytes(gateway)) === before);
  let refused = 0;
  for (let round = 0; round < goodRounds; round++) {
    const app = (['blog', 'legal', 'marketing', 'shell'] as const)[round % 4]!;
    const draft = read(app);
    const mark = `Round ${round} of ${goodRounds}`;
    const shownAt = changeVisibly(app, draft, mark);
    const { verdict, text } = await push(gateway, [draft]);
    if (!verdict?.activated) {
      refused++;
      console.log(text.slice(0, 300));
    } else if (!(await (await fetch(gateway.url + shownAt)).text()).includes(mark)) {
      check(`${shownAt} shows the change of ${app}`, false);
    }
  }
  check(`good apps republished ${goodRounds} times with changes: ${refused} refused`, refused === 0);
} finally {
  await gateway.stop();
}
const kinds = new Set(BAD_RELEASES.map(({ kind }) => kind)).size;
console.log(`${BAD_RELEASES.length} bad releases of ${kinds} kinds; ${failures} checks failed`);
process.exitCode = failures === 0 ? 0 : 1;

function check(what: string, ok: boolean, detail = ''): void {
  if (!ok) failures++;
  console.log(ok ? `ok      ${what}` : `FAILED  ${what}\n        ${detail}`);
}

/** @returns each defect as `CODE app: reason`; of a body that is no pack, the one error. */
function defectsOf(text: string, verdict: Verdict | undefined): string[] {
  if (verdict?.checks) return verdict.checks.map(({ code, app, reason }) => `${code} ${app}: ${reason}`);
  const { code, message } = JSON.parse(text) as OperationError;
  return [`${code}: ${message}`];
}

function read(app: App): Draft {
  const folder = path.join(root, FOLDERS[app], 'dist');
  const release = JSON.parse(readFileSync(path.join(folder, 'release.json'), 'utf8')) as Release;
  const files = new Map(
    Object.keys(release.files).map((file) => [file, readFileSync(path.join(folder, file))]),
  );
  return { release, files };
}

interface Pushed {
  status: number;
  text: string;
  verdict?: Verdict;
}

/** Packs drafts as they are, defects and all: with `tar`, since the kit's own packer would refuse them. */
async function push(to: FaultGateway, drafts: Draft[], as?: string): Promise<Pushed> {
  const work = mkdtempSync(path.join(tmpdir(), 'voltframe-bad-'));
  try {
    const names: string[] = [];
    for (const { release, files, manifestText } of drafts) {
      const app = as ?? release.app;
      const add = (file: string, body: Buffer | string): void => {
        // A name that leaves the folder is put into the archive by tar's own renaming.
        const safe = path.join(work, app, file.replaceAll('..', '__').replace(/^\//, ''));
        mkdirSync(path.dirname(safe), { recursive: true });
        writeFileSync(safe, body);
        names.push(path.relative(work, safe));
      };
      add('release.json', manifestText ?? JSON.stringify(release));
      for (const [file, body] of files) if (!/^\/|\.\.|\\/.test(file)) add(file, body);
    }
    const packed = spawnSync('tar', ['-cz', '--no-recursion', '-C', work, ...names], { maxBuffer: 1 << 28 });
    const apps =
      as ??
      drafts
        .map(({ release }) => release.app)
        .toSorted()
        .join(',');
    const response = await fetch(`${to.opsUrl}/-/releases/${apps}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${to.token}`, 'content-type': 'application/gzip' },
      body: packed.stdout,
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      ...(text.startsWith('{') && { verdict: JSON.parse(text) as Verdict }),
    };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Everything a visitor may get of three pages, as one text. */
async function liveBytes({ url }: FaultGateway): Promise<string> {
  const bodies = ['/', '/terms', '/blog', '/builds/latest.json', '/terms/_payload.json'].map(async (at) =>
    (await fetch(url + at)).text(),
  );
  return (await Promise.all(bodies)).join('\n');
}
