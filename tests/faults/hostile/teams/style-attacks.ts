import { scopePrelude } from '@voltframe/kit/contract/page/style-scope';
import { replaceFile } from '../../draft-release.ts';
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
  ['the header in a scope of its own', '@layer remotes.legal{@scope (html){header{display:none}}}'],
  [
    'the header in the scope of another app',
    `@layer remotes.legal{@scope ${scopePrelude('blog')}{header{}}}`,
  ],
  ['a custom property of the layout', '@layer remotes.legal{@property --ink{syntax:"*";inherits:false}}'],
  ['a stylesheet of another site', '@import url(https://evil.example/x.css);'],
  ['the print page', '@page{size:1px}'],
  ['a global animation', '@keyframes fade{to{opacity:0}}'],
  ['a global font', '@font-face{font-family:Inter;src:url(https://evil.example/x.woff2)}'],
];

export const styleAttacks: Attack[] = attacksOn(
  'styles outside its pages',
  RULES.map(([name, css]) => [
    name,
    /^refused 4\d\d ADMISSION_STYLE\w*/,
    (site) =>
      site.publish((draft) =>
        replaceFile(draft, draft.release.routes[0]!.css[0]!, (text) => `${text}\n${css}`),
      ),
  ]),
);
