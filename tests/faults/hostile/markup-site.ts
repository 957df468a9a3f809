import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Listener, listen } from '../../bench/support/listener.ts';
import { type Draft, readDraft, replaceFile, seal, server } from '../draft-release.ts';
import { until } from '../../bench/support/waiting.ts';
import { type FaultGateway, startFaultGateway } from '../fault-gateway.ts';
import { pushDrafts } from '../push-drafts.ts';
import { MARKUP, STYLES } from './markup-corpus.ts';

/** Shown until the attack begins. */
const HARMLESS = '<p>harmless</p>';
/** The island of the attacker that tells that the attack has begun. */
const BEGUN = '<p>begun</p>';
const ISLANDS = [BEGUN, ...MARKUP.map(({ html }) => html)];
const nameOf = (index: number): string => `Case${index}`;

/** The apps of the site. The blog is of an attacker: its islands, in the footer of every page, show HTML of a CMS. */
export interface MarkupSite {
  gateway: FaultGateway;
  /** Changes the CMS. @returns when the islands show it. */
  begin(): Promise<void>;
  /** @returns address of a page of the attacker with the HTML of a case. */
  pageOf(index: number): string;
  stop(): Promise<void>;
}

export async function startMarkupSite(): Promise<MarkupSite> {
  let begun = false;
  const cms: Listener = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ begun }));
  });
  const upstreams = path.join(tmpdir(), `voltframe-markup-${process.pid}.yml`);
  writeFileSync(upstreams, `cms: { url: '${cms.url}', apps: [blog] }`);
  const gateway = await startFaultGateway({ env: { UPSTREAMS: upstreams, RENDER_NEW_PER_MINUTE: '0' } });
  const drafts = [shellDraft(), blogDraft(), readDraft('marketing'), readDraft('legal')];
  const pushed = await pushDrafts(gateway, drafts);
  const stop = async (): Promise<void> => {
    await gateway.stop();
    cms.close();
    rmSync(upstreams);
  };
  if (!pushed.verdict?.activated) {
    await stop();
    throw new Error(`the site did not go live: ${pushed.text.slice(0, 2_000)}`);
  }
  return {
    stop,
    gateway,
    async begin() {
      begun = true;
      const shows = async () => (await (await fetch(`${gateway.url}/about`)).text()).includes(BEGUN);
      await until('the islands show the HTML of the CMS', shows, { limitMs: 60_000 });
    },
    pageOf: (index) => `/blog?tag=case-${index}`,
  };
}

/** In the footer, the islands of the attacker are in place of the shell's own. */
function shellDraft(): Draft {
  const draft = readDraft('shell');
  const names = JSON.stringify(ISLANDS.map((_, index) => nameOf(index)));
  const embedAll = (text: string): string => {
    const changed = text.replace(
      /(\(0,[\w.()]+\))\((\w+),\s*\{\s*name:\s*"StatusNote",\s*props:\s*\{\}\s*\}\)/,
      (_, jsx: string, island: string) =>
        `${names}.map((name) => ${jsx}(${island}, { name, props: {} }, name))`,
    );
    if (changed === text) throw new Error('The footer is built in another form');
    return changed;
  };
  server(embedAll)(draft);
  const main = Object.keys(draft.release.files).find((file) => /^client\/main\.\w+\.js$/.test(file))!;
  replaceFile(draft, main, embedAll);
  seal(draft);
  return draft;
}

function blogDraft(): Draft {
  const draft = readDraft('blog');
  const { release } = draft;
  release.resources = [...(release.resources ?? []), STYLES];
  release.upstreams = { cms: { paths: ['/**'] } };
  release.islands = {
    ...release.islands,
    ...Object.fromEntries(ISLANDS.map((_, index) => [nameOf(index), { css: [] }])),
  };
  server((text) => text + HOSTILE_CODE)(draft);
  seal(draft);
  return draft;
}

/** The islands, and a page with the HTML that its query names. */
const HOSTILE_CODE = `
;(() => {
  const { createElement } = require('react');
  const { islands, pages, resources } = module.exports;
  const ask = async (upstream) => (await upstream('cms').get('/', { revalidate: 1 })).json();
  resources['${STYLES}'] = async ({ upstream }) => ({
    type: (await ask(upstream)).begun ? 'text/css' : 'text/plain',
    body: 'header { display: none !important }',
  });
  const CASES = ${JSON.stringify(ISLANDS)};
  const show = (html) => createElement('div', { dangerouslySetInnerHTML: { __html: html } });
  CASES.forEach((html, index) => {
    islands['Case' + index] = {
      Component: ({ begun }) => show(begun ? html : ${JSON.stringify(HARMLESS)}),
      loader: ({ upstream }) => ask(upstream),
    };
  });
  const { Component } = pages['blog.list'];
  pages['blog.list'].Component = (props) => {
    const [, index] = /tag=case-(\\d+)/.exec(require('react-router').useLocation().search) ?? [];
    return index === undefined ? createElement(Component, props) : show(CASES[Number(index) + 1]);
  };
})();`;
