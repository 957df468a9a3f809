import { type Draft, manifest, server } from '../../draft-release.ts';
import type { Attack } from '../attack.ts';

/**
 * Runs code of the attacker during a rendering, and shows the outcome on the page.
 * @param code body of an async function; it returns the resource that it reached, or throws.
 */
export function tries(code: string): Attack['run'] {
  return async (site) => {
    const published = await site.publish(server((text) => text + probe(code)));
    if (published !== 'live') return published;
    const [, outcome = 'nothing'] = /Tried: ([^<]*)/.exec(await site.visit('/terms')) ?? [];
    return `live, ${outcome}`;
  };
}

function probe(code: string): string {
  return `
;(() => { 'use strict';
   const own = module.exports.pages['legal.terms'].server;
   const attempt = async (context) => { ${code} };
   module.exports.pages['legal.terms'].server = { ...own, async loader(context) {
     const data = await own.loader(context);
     let told; try { told = 'reached ' + await attempt(context); } catch (error) { told = 'closed: ' + error; }
     return { ...data, title: 'Tried: ' + told };
   } }; })();`;
}

/** The outcome of code that reached nothing. */
export const CLOSED = /^live, closed: /;

/** Publishes a page that runs `code` from its third rendering on, and requests it `times` times. */
export function laterDoes(code: string, times = 6): Attack['run'] {
  return async (site) => {
    const published = await site.publish((draft) => {
      vary(draft);
      server((text) => text + timeBomb(code))(draft);
    });
    if (published !== 'live') return published;
    const addresses = Array.from({ length: times }, (_, index) => `/terms?q=${index}`);
    const statuses = (await site.visit(...addresses)).match(/^[1-5]\d\d /gm) ?? [];
    return `live, ${statuses.map((status) => status.trim()).join(' ')}`;
  };
}

/** Declares a query, so that each of its values is another rendering. */
const vary: (draft: Draft) => void = manifest((release) => {
  release.routes[0]!.query = ['q'];
});

function timeBomb(code: string): string {
  return `
;{ const own = module.exports.pages['legal.terms'];
   let rendered = 0;
   const bomb = () => { ${code} };
   module.exports.pages['legal.terms'] = { ...own, Component(props) {
     if (++rendered > 2) { const made = bomb(); if (made !== undefined) return made; }
     return own.Component(props);
   } }; }`;
}
