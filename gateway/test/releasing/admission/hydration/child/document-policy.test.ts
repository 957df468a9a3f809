import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { inWindow } from '../../../../../src/releasing/admission/hydration/child/page-modules.ts';
import { applyPolicy } from '../../../../../src/releasing/admission/hydration/child/document-policy.ts';

/** @returns the noted stylesheets, and whether that of the page has a sheet. */
function apply(policy: string, html: string) {
  const window = new Window();
  const noted: string[] = [];
  const { checkDocument } = applyPolicy(window, policy, (_, message) => noted.push(message));
  window.document.write(html);
  const style = window.document.querySelector('style');
  checkDocument();
  return { noted, hasSheet: style?.sheet != null };
}

test.each([
  ['the policy of most documents', "style-src 'self'", '<style>p {}</style>', ['<style>'], false],
  [
    'a stylesheet of React',
    "style-src 'self'",
    '<style data-href="a" data-precedence="b">p {}</style>',
    ['<style data-href>'],
    false,
  ],
  ['a stylesheet of the gateway', "style-src 'self'", '<style data-href="/a.css">p {}</style>', [], true],
  ['a declaration', "style-src 'self' 'unsafe-inline'", '<style>p {}</style>', [], true],
  ['no policy', '', '<style>p {}</style>', [], true],
])('with %s, a refused stylesheet is noted and has no sheet', (_, policy, html, noted, hasSheet) => {
  expect(apply(policy, html)).toEqual({ noted, hasSheet });
});

test('a stylesheet that a page adopts needs the declaration, too', () => {
  const adopt = (policy: string): string[] => {
    const window = new Window();
    const noted: string[] = [];
    const { checkDocument } = applyPolicy(window, policy, (_, message) => noted.push(message));
    window.document.adoptedStyleSheets = [new window.CSSStyleSheet()];
    checkDocument();
    return noted;
  };
  expect(adopt("style-src 'self'")).toEqual(['document.adoptedStyleSheets']);
  expect(adopt("style-src 'self' 'unsafe-inline'")).toEqual([]);
});

test('a script of another site stays pending, and one of the site loads', async () => {
  const window = new Window({
    url: 'https://site.example/',
    settings: { disableJavaScriptFileLoading: true, handleDisabledFileLoadingAsSuccess: true },
  });
  applyPolicy(window, "script-src 'self' https://a.example", () => {});
  const loaded: string[] = [];
  for (const src of ['https://a.example/x.js', '/assets/own.js']) {
    const script = window.document.createElement('script');
    script.src = src;
    script.addEventListener('load', () => loaded.push(src));
    window.document.head.appendChild(script);
  }
  await window.happyDOM.waitUntilComplete();
  expect(loaded).toEqual(['/assets/own.js']);
});

test.each([
  ['script', { src: 'https://a.example/x.js' }],
  ['link', { rel: 'stylesheet', href: 'https://a.example/x.css' }],
])('a refused <%s> is noted with the code that made it', (name, attributes) => {
  const window = new Window({
    url: 'https://site.example/',
    settings: { disableJavaScriptFileLoading: true, disableCSSFileLoading: true },
  });
  const stacks: (string | undefined)[] = [];
  const policy = "script-src 'self'; style-src 'self'";
  const { checkDocument } = applyPolicy(window, policy, (_, __, stack) => stacks.push(stack));
  (function addElement() {
    window.document.head.append(Object.assign(window.document.createElement(name), attributes) as never);
  })();
  checkDocument();
  expect(stacks).toEqual([expect.stringContaining('addElement')]);
});

const IMAGES =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https://a.example";
test.each([
  ['of the site', '<img src="/a.png">', []],
  ['of a declared origin', '<img src="https://a.example/a.png">', []],
  ['in the document', '<img src="data:image/png;base64,AA">', []],
  ['of another origin', '<img src="https://b.example/a.png">', ['https://b.example/a.png']],
  ['for a larger screen', '<img src="/a" srcset="/b 1x, https://b.example/2 2x">', ['https://b.example/2']],
  ['by a script', '<script async src="https://a.example/x.js"></script>', ['https://a.example/x.js']],
  ['by a script of the site', '<script async src="/assets/x.js"></script>', []],
  ['by a stylesheet', '<link rel="stylesheet" href="https://a.example/x.css">', ['https://a.example/x.css']],
  ['by a stylesheet of the site', '<link rel="stylesheet" href="/a.css">', []],
  ['that is named for later', '<link rel="preconnect" href="https://b.example">', []],
  ['in a frame', '<iframe src="https://a.example/f"></iframe>', ['https://a.example/f']],
  ['in an object', '<object data="https://a.example/a.pdf"></object>', ['https://a.example/a.pdf']],
  ['by an embed', '<embed src="https://a.example/a.pdf">', ['https://a.example/a.pdf']],
  [
    'as the subtitles of a film',
    '<video><track src="https://a.example/a.vtt"></video>',
    ['https://a.example/a.vtt'],
  ],
  ['before a film', '<video poster="https://b.example/p.png"></video>', ['https://b.example/p.png']],
  ['by a button', '<input type="image" src="https://b.example/b.png">', ['https://b.example/b.png']],
  ['in a drawing', '<svg><image href="https://b.example/d.png" /></svg>', ['https://b.example/d.png']],
  ['in an older drawing', '<svg><image xlink:href="https://b.example/d" /></svg>', ['https://b.example/d']],
  ['as the next choice', '<img srcset="/b 1x,https://b.example/2 2x">', ['https://b.example/2']],
  ['of a picture', '<picture><source srcset="https://b.example/s"><img></picture>', ['https://b.example/s']],
  ['ahead of time', '<link rel="preload" as="font" href="https://a.example/f">', ['https://a.example/f']],
  [
    'for a screen ahead of time',
    '<link rel="preload" as="image" imagesrcset="/a 1x, https://b.example/2 2x">',
    ['https://b.example/2'],
  ],
  ['ahead of time from a declared origin', '<link rel="preload" as="image" href="https://a.example/f">', []],
  ['as an icon', '<link rel="icon" href="https://b.example/i.png">', ['https://b.example/i.png']],
  [
    'by an image set',
    `<p style="background: image-set('https://b.example/s.png' 1x)"></p>`,
    ['https://b.example/s.png'],
  ],
  [
    'by an older image set',
    `<p style="background: -webkit-image-set('https://b.example/s.png' 1x)"></p>`,
    ['https://b.example/s.png'],
  ],
  [
    'by a style attribute',
    `<p style="background: url('https://b.example/s.png')"></p>`,
    ['https://b.example/s.png'],
  ],
  [
    'as the icon of an older phone',
    '<link rel="apple-touch-icon-precomposed" href="https://b.example/i">',
    ['https://b.example/i'],
  ],
  [
    'as a dictionary',
    '<link rel="compression-dictionary" href="https://b.example/d">',
    ['https://b.example/d'],
  ],
  [
    'of the document by a style attribute',
    '<p style="mask: url(#a); background: url(data:image/png;x)"></p>',
    [],
  ],
])('a file %s is loaded as the policy allows it', (_, html, refused) => {
  const { noted } = apply(IMAGES, html);
  expect(noted.map((text) => /^it requests (\S+), which/.exec(text)?.[1])).toEqual(refused);
});

test.each([
  ['/icons.svg#cart', undefined],
  ['#cart', undefined],
  ['https://a.example/icons.svg#cart', '<use> draws https://a.example/icons.svg#cart, a file'],
])('a symbol of %s is drawn from the site only, whatever the policy declares', (href, expected) => {
  const { noted } = apply(IMAGES, `<svg><use href="${href}"></use></svg>`);
  expect(noted).toEqual(expected ? [expect.stringContaining(expected)] : []);
});

test.each([
  [
    'an image set',
    'background-image',
    "image-set('https://b.example/s.png' 1x)",
    ['https://b.example/s.png'],
  ],
  ['an image set of the site', 'background', "image-set('/s.png' 1x)", []],
  ['a border', 'border-image', 'url(https://b.example/b.png) 30', ['https://b.example/b.png']],
  ['an image', 'background', 'url(https://b.example/b.png)', ['https://b.example/b.png']],
])('%s that a script sets as a style is loaded as the policy allows it', (_, name, value, refused) => {
  const noted = (change: (style: CSSStyleDeclaration) => void): (string | undefined)[] => {
    const window = new Window();
    const messages: string[] = [];
    const { checkDocument } = applyPolicy(window, IMAGES, (__, message) => messages.push(message));
    const element = window.document.createElement('p');
    window.document.body.append(element);
    change(element.style as never);
    checkDocument();
    return messages.map((text) => /^it requests (\S+), which/.exec(text)?.[1]);
  };
  const property = name.replaceAll(/-(.)/g, (__, letter: string) => letter.toUpperCase());
  expect(noted((style) => style.setProperty(name, value))).toEqual(refused);
  expect(noted((style) => Object.assign(style, { [property]: value }))).toEqual(refused);
  expect(noted((style) => (style.cssText = `${name}: ${value}`))).toEqual(refused);
  const replaced = (style: CSSStyleDeclaration): void => {
    style.setProperty(name, value);
    style.setProperty(name, 'none');
  };
  expect(noted(replaced)).toEqual([]);
  const removed = (style: CSSStyleDeclaration): void => {
    style.setProperty(name, value);
    style.removeProperty(name);
  };
  expect(noted(removed)).toEqual([]);
});

test.each([
  ["default-src 'none'; img-src 'self'; font-src https://b.example", []],
  [
    "default-src 'none'; img-src 'self'; form-action https://b.example",
    ['it requests https://b.example/next ahead of time, which no directive of its policy allows'],
  ],
])('a page is prefetched where any directive on files allows its site: %s', (policy, expected) => {
  const { noted } = apply(
    policy,
    '<link rel="prefetch" href="/own"><link rel="prefetch" href="https://b.example/next">',
  );
  expect(noted).toEqual(expected);
});

test.each([
  ["form-action 'self'", '<form action="/send"><button formaction="/other"></button></form>', []],
  ["default-src 'none'", '<form action="https://b.example/send"></form>', []],
  [
    "form-action 'self'",
    '<form action="https://b.example/send"></form>',
    ["it sends a form to https://b.example/send, which its policy refuses: form-action 'self'"],
  ],
  [
    "form-action 'self'",
    '<form><button formaction="mailto:a@b.example"></button></form>',
    ["it sends a form to mailto:a@b.example, which its policy refuses: form-action 'self'"],
  ],
  ["form-action 'self' https://b.example", '<form action="https://b.example/send"></form>', []],
])('with %s, %s is sent as the policy allows it', (policy, html, expected) => {
  expect(apply(policy, html).noted).toEqual(expected);
});

test.each([
  ['its code', { textContent: 'go()' }, ['it adds a <script> that contains its code']],
  [
    'its code as a module',
    { type: 'module', textContent: 'go()' },
    ['it adds a <script> that contains its code'],
  ],
  ['data', { type: 'application/ld+json', textContent: '{}' }, []],
  ['nothing', {}, []],
  ['an address', { src: '/a.js', textContent: 'go()' }, []],
])('a script that a page makes with %s is refused where browsers refuse it', (_, properties, expected) => {
  const window = new Window({ settings: { disableJavaScriptFileLoading: true } });
  const noted: string[] = [];
  const { checkDocument } = applyPolicy(window, "script-src 'self'", (__, message) => noted.push(message));
  window.document.write('<script>bootstrap()</script>');
  window.document.head.append(Object.assign(window.document.createElement('script'), properties) as never);
  checkDocument();
  expect(noted).toEqual(expected);
});

test('a refusal says that no app can declare fonts of other sites', () => {
  const { noted } = apply(IMAGES, '<link rel="preload" as="font" href="https://a.example/f">');
  expect(noted).toEqual([expect.stringContaining('which its policy refuses for every app: default-src')]);
});

test('a picture of a host below a declared one is allowed', () => {
  const { noted } = apply("img-src 'self' https://*.b.example", '<img src="https://a.b.example/1.png">');
  expect(noted).toEqual([]);
});

test.each([
  ["default-src 'none'; script-src 'self'", true],
  ["default-src 'none'; script-src 'self' 'wasm-unsafe-eval'", false],
])('WebAssembly is compiled as the policy allows it: %s', async (policy, refused) => {
  const window = new Window();
  const noted: string[] = [];
  applyPolicy(window, policy, (_, message) => noted.push(message));
  const bytes = '[0, 97, 115, 109, 1, 0, 0, 0]';
  const code = `WebAssembly.instantiate(new Uint8Array(${bytes})).then(() => 'made', ({ name }) => name)`;
  const answer = await inWindow<Promise<string>>(window, code);
  expect([answer, noted.length]).toEqual(refused ? ['CompileError', 1] : ['made', 0]);
});

test.each([
  ["script-src 'self'", '/blog/sum.wasm?v=1', 1],
  ["script-src 'self' 'wasm-unsafe-eval'", '/blog/sum.wasm', 0],
  ["script-src 'self'", '/blog/sum.json?of=sum.wasm', 0],
])(
  'a request for WebAssembly is noted unless the policy allows to compile it: %s, %s',
  (policy, address, expected) => {
    const noted: string[] = [];
    const { refuses } = applyPolicy(
      new Window({ url: 'https://site.example/' }),
      `default-src 'none'; connect-src 'self'; ${policy}`,
      (_, message) => noted.push(message),
    );
    expect([refuses('connect-src', address), noted.length]).toEqual([false, expected]);
  },
);

test.each([
  ["script-src 'self'", '/assets/blog/sums.js', false],
  ["script-src 'self'", 'blob:https://site.example/1', true],
  ["script-src 'self'; worker-src 'self' blob:", 'blob:https://site.example/1', false],
])('a worker starts as the policy allows it: %s, %s', (policy, address, refused) => {
  const window = new Window({ url: 'https://site.example/' });
  const { refuses } = applyPolicy(window, `default-src 'none'; ${policy}`, () => {});
  expect(refuses('worker-src', address)).toBe(refused);
});
