/**
 * Publishes a preview with the largest document that is accepted, in characters of two bytes, restarts the gateway and
 * reads the document once. Fails if the gateway keeps more than 100 MB afterwards. npm run fault -- preview-memory
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MB } from '@voltframe/kit/contract/units';
import { anonymousBytes } from '../bench/support/process-usage.ts';
import { within } from '../bench/support/waiting.ts';
import { APPS, changedDraft, type Draft, readDraft, seal, server } from './draft-release.ts';
import { startFaultGateway } from './fault-gateway.ts';
import { pushDrafts } from './push-drafts.ts';

const MOST_KEPT = 100 * MB;
/** HTML of a page, and of each of its islands: together a little less than the largest document. */
const PAGE_BYTES = 3.9 * MB;
const ISLANDS = 7;
const LOOK_MS = 20;
const WARM_UP = 200;
/** Time until malloc has returned the memory of the request. */
const REST_MS = 60_000;

/** A page and islands of the largest size, embedded in the page. */
function largest(): Draft {
  const draft = changedDraft('legal', 'largest');
  const names = Array.from({ length: ISLANDS }, (_, index) => `Large${index}`);
  draft.release.islands = {
    ...draft.release.islands,
    ...Object.fromEntries(names.map((name) => [name, { css: [] }])),
  };
  server(
    (text) => `${text}
;(() => {
  const { createElement } = require('react');
  const { Island } = require('@voltframe/kit/react');
  const { islands, pages } = module.exports;
  const long = 'é'.repeat(${PAGE_BYTES / 2});
  for (const name of ${JSON.stringify(names)}) islands[name] = { Component: () => createElement('p', null, long) };
  pages['legal.terms'].Component = () => createElement('div', null, long,
    ...${JSON.stringify(names)}.map((name) => createElement(Island, { key: name, name, props: {} })));
})();`,
  )(draft);
  seal(draft);
  return draft;
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'voltframe-preview-'));
const start = (token?: string) =>
  startFaultGateway({
    dataDir,
    env: { SITE_URL: 'http://site.example' },
    ...(token !== undefined && { token }),
  });
let gateway = await start();
let failed = false;
try {
  const drafts = APPS.map((app) => readDraft(app));
  const good = await pushDrafts(gateway, drafts);
  if (!good.verdict?.activated) throw new Error(good.text.slice(0, 1_000));
  const { verdict, text } = await pushDrafts(gateway, [largest()], undefined, '?preview=1');
  if (!verdict?.previewUrl) throw new Error(text.slice(0, 1_000));
  const preview = new URL(verdict.previewUrl).pathname.split('/').at(-1)!;
  // The memory of the admission is not that of the request.
  await gateway.stop();
  gateway = await start(gateway.token);
  const cookie = `preview=${preview}`;
  const visit = (at: string, headers = {}): Promise<ArrayBuffer> =>
    fetch(gateway.url + at, { headers }).then((answer) => answer.arrayBuffer());
  // What ordinary requests and the opening of a preview take is not of the document.
  await visit('/privacy', { cookie });
  for (let count = 0; count < WARM_UP; count++) await visit(`/nothing-${count}`);
  await settle();
  const before = anonymousBytes(gateway.pid);
  let peak = before;
  const looking = setInterval(() => (peak = Math.max(peak, anonymousBytes(gateway.pid))), LOOK_MS);
  const response = await fetch(`${gateway.url}/terms`, { headers: { cookie } });
  const { byteLength } = await response.arrayBuffer();
  clearInterval(looking);
  const kept = async (): Promise<number> => anonymousBytes(gateway.pid) - before;
  const soon = await kept();
  // Ordinary requests follow; without any, V8 collects no garbage.
  const isLess = async (check: number): Promise<boolean> => {
    await visit(`/nothing-${check}`);
    return (await kept()) <= MOST_KEPT;
  };
  if (!(await within(REST_MS, isLess))) failed = true;
  const inMb = (bytes: number): string => `${(bytes / MB).toFixed(0)} MB`;
  console.log({
    status: response.status,
    document: inMb(byteLength),
    peak: `+ ${inMb(peak - before)}`,
    'after the answer': `+ ${inMb(soon)}`,
    'at the end': `+ ${inMb(await kept())}`,
  });
  if (response.status !== 200 || byteLength < PAGE_BYTES * ISLANDS) failed = true;
} finally {
  await gateway.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(failed ? 'failed' : 'passed');
process.exitCode = failed ? 1 : 0;

/** The gateway renders in the background after an activation. */
async function settle(): Promise<void> {
  let last = 0;
  for (let second = 0; second < 30; second++) {
    await sleep(1_000);
    const now = anonymousBytes(gateway.pid);
    if (Math.abs(now - last) < MB) return;
    last = now;
  }
}
