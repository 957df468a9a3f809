import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type LaunchOptions, chromium } from 'playwright';
import { installByApt } from './install-by-apt.ts';

/**
 * No requests, updates or first-run pages of Chromium itself. One process renders all pages of a context, so the empty
 * page of a new window needs no process of its own.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--renderer-process-limit=1',
];
const START_LIMIT_MS = 90_000;
const INSTALL_LIMIT_MS = 5 * 60_000;
/** Chromium without windows, which uses less processor time. */
const SHELL = 'chromium-headless-shell';
const win = process.platform === 'win32';

/** Functions that find or install Chromium, in their order. */
const SOURCES: (() => (string | undefined)[])[] = [
  () => [process.env['CHROMIUM_PATH']],
  () => [playwrightChromium()],
  systemChromiums,
  installDebianChromium,
  installByPlaywright,
];

/**
 * Finds a Chromium that starts, or installs one.
 * @returns launch options for Playwright
 * @throws Error with instructions if there is none
 */
export async function findChromium(): Promise<LaunchOptions> {
  for (const source of SOURCES)
    for (const executablePath of source().filter((file) => file !== undefined && existsSync(file))) {
      const options = { executablePath: executablePath!, args: FLAGS, timeout: START_LIMIT_MS };
      if (await starts(options)) return options;
    }
  throw new Error(
    'No Chromium was found or could be installed: install Chromium or Chrome, or set CHROMIUM_PATH',
  );
}

async function starts(options: LaunchOptions): Promise<boolean> {
  try {
    const browser = await chromium.launch(options);
    await browser.close();
    return true;
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    console.error(`browser: ${options.executablePath} does not start: ${reason}`);
    return false;
  }
}

function playwrightChromium(): string | undefined {
  try {
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

function systemChromiums(): (string | undefined)[] {
  const names = [
    SHELL,
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'microsoft-edge',
  ];
  const programFolders = [
    process.env['PROGRAMFILES'],
    process.env['PROGRAMFILES(X86)'],
    process.env['LOCALAPPDATA'],
  ];
  return [
    ...names.map(onPath),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ...programFolders
      .filter(Boolean)
      .map((folder) => path.join(folder!, 'Google/Chrome/Application/chrome.exe')),
  ];
}

function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders
    .map((folder) => path.join(folder, win ? `${name}.exe` : name))
    .find((file) => existsSync(file));
}

/** Installs Chromium and its system libraries on Debian and Ubuntu, as root. */
function installDebianChromium(): (string | undefined)[] {
  for (const name of [SHELL, 'chromium']) if (installByApt(name) === undefined) return [onPath(name)];
  return [];
}

/** Installs chromium-headless-shell in the version of Debian's Chromium. Without it the tests use Chromium. */
export function installShell(): void {
  if (process.env['CHROMIUM_PATH'] || onPath(SHELL) || !onPath('chromium')) return;
  const { stdout: version } = spawnSync('dpkg-query', ['-W', '-f=${Version}', 'chromium'], {
    encoding: 'utf8',
  });
  if (version) installByApt(`${SHELL}=${version}`);
}

function installByPlaywright(): (string | undefined)[] {
  console.error('browser: installing Chromium by `playwright install`');
  const playwright = path.dirname(createRequire(import.meta.url).resolve('playwright/package.json'));
  const argv = [path.join(playwright, 'cli.js'), 'install', 'chromium'];
  spawnSync(process.execPath, argv, { stdio: 'ignore', timeout: INSTALL_LIMIT_MS });
  return [playwrightChromium()];
}
