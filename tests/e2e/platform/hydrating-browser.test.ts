import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowserProcess } from '../../../gateway/src/releasing/admission/hydration/browser/browser-process.ts';
import { failureOf, parsePageOutcome } from '../../../gateway/src/releasing/admission/hydration/outcome.ts';
import { findChromium } from '../../browser/find-chromium.ts';

const profile = mkdtempSync(path.join(tmpdir(), 'hydrating-'));
let chromium: ChildProcess;
let endpoint: string;

beforeAll(async () => {
  const { executablePath, args = [] } = await findChromium();
  const flags = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  chromium = spawn(executablePath!, [...args, ...flags, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // What is found may be a script that starts the browser: both end as one group.
    detached: true,
  });
  endpoint = await new Promise<string>((resolve, reject) => {
    let said = '';
    chromium.once('exit', () => reject(new Error(`Chromium ended: ${said}`)));
    chromium.stderr!.on('data', (text) => {
      said += String(text);
      const host = /ws:\/\/([^/]+)\//.exec(said)?.[1];
      if (host) resolve(`http://${host}`);
    });
  });
});
afterAll(async () => {
  chromium.removeAllListeners('exit');
  const ended = new Promise((resolve) => chromium.once('exit', resolve));
  process.kill(-chromium.pid!, 'SIGKILL');
  await ended;
  // Its children end a little later, and write until then.
  rmSync(profile, { recursive: true, force: true, maxRetries: 20 });
});

const HYDRATED = `window.dispatchEvent(new Event('platform:hydrated'));`;

/** @param code of the one script of the page. @returns why it fails in this browser; undefined: it does not. */
async function look(code: string): Promise<string | undefined> {
  const source = Buffer.from(code);
  const browser = startBrowserProcess({
    endpoint,
    scripts: {
      scripts: [{ path: '/assets/docs/page.js', name: 'docs@1/client/page.js', bytes: source.length }],
      sources: [source],
      imports: {},
      tables: '',
    },
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });
  const html = `<!doctype html><title>x</title><p>Page</p><script>import('/assets/docs/page.js')</script>`;
  try {
    const outcome = parsePageOutcome(await browser.ask({ type: 'page', url: 'http://site.test/page', html }));
    return outcome ? failureOf(outcome)?.reason : 'malformed';
  } catch (error) {
    return (error as Error).message;
  } finally {
    browser.end();
  }
}

test.each([
  ['a page that hydrates', HYDRATED, undefined],
  ['what asks for data', `fetch('/api'); fetch('http://elsewhere.test/'); ${HYDRATED}`, undefined],
  ['what navigates elsewhere', `${HYDRATED} location.href = 'http://elsewhere.test/';`, undefined],
  ['a throw', `${HYDRATED} setTimeout(() => { throw new Error('boom'); });`, 'boom'],
  ['a rejection', `${HYDRATED} Promise.reject(new Error('boom'));`, 'an unhandled rejection: boom'],
  [
    'what only a browser knows',
    `document.createElement('canvas').getContext('2d').nothingLikeThis(); ${HYDRATED}`,
    expect.stringMatching(/nothingLikeThis is not a function/),
  ],
  [
    'a page without its scripts',
    `window.dispatchEvent(new Event('platform:off'));`,
    'its scripts could not be loaded',
  ],
  [
    'a message without end, cut',
    `${HYDRATED} setTimeout(() => { throw new Error('x'.repeat(2_000_000)); });`,
    'x'.repeat(500),
  ],
])('in Chromium: %s', async (_, code, reason) => {
  expect(await look(code)).toEqual(reason);
});
