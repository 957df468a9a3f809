import { describe, expect, it, test } from 'vitest';
import { bundledNames, isSafeIconBody, readCollection } from '../../../src/serving/responses/icons.ts';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

it('names the icons of the bundled collections with their prefix', async () => {
  const names = await bundledNames();
  expect(names).toEqual(expect.arrayContaining(['lucide:arrow-right', 'simple-icons:github']));
  expect(new Set(names).size).toBe(names.length);
});

it('names the aliases of icons', async () => {
  const { aliases = {} } = (await readCollection('lucide'))!;
  const [alias] = Object.keys(aliases);
  expect(await bundledNames()).toContain(`lucide:${alias}`);
});

it.each(['gone', 'constructor', '__proto__'])('has no collection %s', (prefix) => {
  expect(readCollection(prefix)).toBeUndefined();
});

const require = createRequire(import.meta.url);

describe('isSafeIconBody', () => {
  test.each([
    '<path fill="currentColor" d="M1 2l3-4z"/>',
    '<g fill="none" stroke="#fff" stroke-width="2"><circle cx="1" cy="1" r="1"/></g>',
    '<defs><mask id="a"><path d="M0 0"/></mask></defs><g mask="url(#a)"/>',
    '<use href="#a"/><use xlink:href="#b"/>',
    '<path d="M0 0"><animate attributeName="stroke-dashoffset" dur="0.2s" values="24;0"/></path>',
    "<path d='M0 0' />",
    '',
  ])('accepts %s', (body) => {
    expect(isSafeIconBody(body)).toBe(true);
  });

  test.each([
    '<script>alert(1)</script>',
    '<SCRIPT>alert(1)</SCRIPT>',
    '<path d="M0 0" onload="alert(1)"/>',
    '<path d="M0 0" OnClick="alert(1)"/>',
    '<path/onload="alert(1)"/>',
    '<path d=M0 onload=alert(1)>',
    '<foreignObject><p>hello</p></foreignObject>',
    '<image href="https://evil.example/a.png"/>',
    '<use href="https://evil.example/a.svg#a"/>',
    '<use href="data:image/svg+xml,#a"/>',
    '<use xlink:href="//evil.example/#a"/>',
    '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
    '<g><set attributeName="href" to="javascript:alert(1)"/></g>',
    '<use href="#a"><animate attributeName="href" values="https://evil.example/#a"/></use>',
    '<path fill="url(https://evil.example/a)"/>',
    '<path fill="url( &quot;https://evil.example&quot;)"/>',
    '<path fill="u\\72l(//evil.example)"/>',
    '<path style="background:url(//evil.example)"/>',
    '<style>*{display:none}</style>',
    '</svg><img src=x onerror=alert(1)>',
    '<g></svg></g>',
    '<g>',
    '</g>',
    '<!-- a --><path d="M0 0"/>',
    '<![CDATA[<script>]]>',
    '<title>&lt;script></title>',
    '<path d="<script>"/>',
    '<iframe src="//evil.example"></iframe>',
  ])('refuses %s', (body) => {
    expect(isSafeIconBody(body)).toBe(false);
  });

  test('is linear in time', () => {
    for (const text of ['<g', '<g ', '<g a="', '<g>', '</g>', 'a', `<g${' a="b"'.repeat(100)}`])
      expect(isSafeIconBody(text.repeat(5_000))).toBe(text === 'a');
  });

  test.each(['lucide', 'simple-icons'])('accepts the whole collection %s', (name) => {
    const text = readFileSync(require.resolve(`@iconify-json/${name}/icons.json`), 'utf8');
    const { icons } = JSON.parse(text) as { icons: Record<string, { body: string }> };
    expect(Object.values(icons).filter(({ body }) => !isSafeIconBody(body))).toEqual([]);
  });
});
