import { createHash } from 'node:crypto';
import type { Draft } from '../../draft-release.ts';
import { type Attack, attacksOn } from '../attack.ts';

/** Rules in the stylesheet of a page that affect elements outside it. */
const RULES: [name: string, css: string][] = [
  ['the header by element', 'header{display:none}'],
  ['every heading', 'h1{color:red}'],
  ['every element', '*{display:none!important}'],
  ['the root', ':root{--color-text:red}'],
  ['the header behind :is', ':is(header,.legal_x){display:none}'],
  ['the header behind :where', ':where(header){display:none}'],
  ['siblings of its own elements', 'main:has(.legal_x)~footer{display:none}'],
  ['the body with :has', 'body:has(.legal_x) header{display:none}'],
  ['a stylesheet of another site', '@import url(https://evil.example/x.css);'],
  ['the print page', '@page{size:1px}'],
  ['a global animation', '@keyframes fade{to{opacity:0}}'],
  ['a global font', '@font-face{font-family:Inter;src:url(https://evil.example/x.woff2)}'],
];

function withRule(draft: Draft, css: string): void {
  const [first] = draft.release.routes;
  const [file] = first!.css;
  const body = Buffer.from(`${String(draft.files.get(file!))}\n${css}`);
  const name = file!.replace(
    /[0-9a-f]{10}\.css$/,
    `${createHash('sha256').update(body).digest('hex').slice(0, 10)}.css`,
  );
  for (const gone of [file!, `${file!}.br`, `${file!}.gz`]) {
    draft.files.delete(gone);
    delete draft.release.files[gone];
  }
  draft.release = JSON.parse(
    JSON.stringify(draft.release).replaceAll(`"${file!}"`, `"${name}"`),
  ) as Draft['release'];
  draft.files.set(name, body);
}

export const styleAttacks: Attack[] = attacksOn(
  'styles outside its pages',
  RULES.map(([name, css]) => [
    name,
    /^refused 4\d\d ADMISSION_STYLE\w*/,
    (site) => site.publish((draft) => withRule(draft, css)),
  ]),
);
