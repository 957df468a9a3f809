import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ComponentType, createElement, type SVGProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { svgComponent } from '../../../src/build/images/svg-component.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

/** @returns the HTML of the component of a drawing */
async function render(svg: string, props: SVGProps<SVGSVGElement> = {}): Promise<string> {
  const file = path.join(temporaryFolder(), 'logo.mjs');
  const jsx = JSON.stringify(import.meta.resolve('react/jsx-runtime'));
  writeFileSync(file, svgComponent('src/logo.svg', svg).replace(`'react/jsx-runtime'`, jsx));
  const module = (await import(/* @vite-ignore */ file)) as {
    default: ComponentType<SVGProps<SVGSVGElement>>;
  };
  return renderToStaticMarkup(createElement(module.default, props));
}

const HEAD = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">`;
const NAMESPACES = `xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" inkscape:version="1"`;

it.each([
  ['its content', '<svg><path d="M0 0h1"/></svg>', {}, '<svg><path d="M0 0h1"/></svg>'],
  [
    'no declarations of XML and of drawing programs',
    `${HEAD}<!-- > --><svg ${NAMESPACES}><metadata><a/></metadata><g/></svg>`,
    {},
    '<svg><g/></svg>',
  ],
  [
    'attributes under the names that React has',
    `<svg viewBox='0 0 1 1' class="a &amp; b" stroke-width="2" data-x-y="z" aria-hidden="true"></svg>`,
    {},
    '<svg viewBox="0 0 1 1" class="a &amp; b" stroke-width="2" data-x-y="z" aria-hidden="true"></svg>',
  ],
  [
    'styles',
    `<svg style="fill-rule:evenodd; background: url('a;b'); --ink: red"/>`,
    {},
    `<svg style="fill-rule:evenodd;background:url(&#x27;a;b&#x27;);--ink:red"></svg>`,
  ],
  [
    'props in place of attributes, and no children',
    '<svg width="10" height="10"><g/></svg>',
    { width: 5, className: 'logo', children: 'text' },
    '<svg width="5" height="10" class="logo"><g/></svg>',
  ],
])('a component of a drawing has %s', async (_, svg, props, html) => {
  expect(await render(svg, props)).toBe(html);
});

it.each([
  ['<p>no drawing</p>', 'src/logo.svg is no SVG drawing'],
  ['<svg width="1">', 'src/logo.svg is no SVG drawing'],
  [
    '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;"/>',
    'src/logo.svg declares entities',
  ],
])('refuses %s', (svg, reason) => {
  expect(() => svgComponent('src/logo.svg', svg)).toThrow(reason);
});
