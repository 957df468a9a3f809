import fc from 'fast-check';
import { parse, serialize } from 'parse5';
import { describe, expect, it } from 'vitest';
import {
  containedHtml,
  containedInThread,
  containmentIssue,
  isContainedLike,
} from '../../../src/serving/render/self-contained.ts';

const CONTAINED = [
  '',
  'text &amp; 1 < 2 <3',
  '<p>one</p><br><img src="/a.png" alt=""><input disabled="" value=x/>',
  '<!-- --><!--$--><div>a<!-- -->b</div><!--/$-->',
  '<textarea><p></textarea><select><option selected="">a</option><hr></select>',
  '<style>a > b { color: red }</style><title>A <b> title</title><link rel="stylesheet" href="/a.css"/>',
  '<svg viewBox="0 0 1 1"><title>A &lt; B</title><path d="M0 0"/><g><circle r="1"/></g></svg>',
  '<svg><foreignObject><div>HTML<br></div></foreignObject><style>a{}</style></svg>',
  '<svg><style><!--</style><plaintext>--></style></svg>',
  '<math><mi>x</mi><mo>=</mo></math>',
  '<script type="application/ld+json">{"a":"</p>"}</script>',
  '<noscript><p>No scripts</p></noscript><template><p>x</p></template>',
  '<iframe src="/video" title="A video"></iframe><h2 id="page">Page</h2>',
  '<form name="contact"><input name="title"><input name="querySelector"></form><img name="logo"><h2 id="title">a</h2>',
  '<table><tbody><tr><td>1</td></tr></tbody></table><my-element>x</my-element>',
];

const REACHING = [
  '<plaintext>',
  '<textarea>',
  '<title>',
  '<style>a {',
  '<template><p>',
  '<template><col><style></template><plaintext></style></template>',
  '<select><option>',
  '<select><style></select><plaintext></style></select>',
  '<script type="text/x-template">',
  '<script>alert(1)</script>',
  '<script type="application/json"><!--<script></script>',
  '<svg><script>alert(1)</script></svg>',
  '<meta http-equiv="refresh" content="0;url=https://other.example/">',
  '<base href="https://other.example/">',
  '<script type="application/json" id="page-data">{}</script>',
  '<p ID=page-data></p>',
  '<p class="a" Id="page-data"></p>',
  '<h2 id="page&#45;data">Page data</h2>',
  '<h2 id="page&#x2d;data">Page data</h2>',
  '<img name="querySelector">',
  '<img id="getElementById" name="x"/>',
  '<form NAME=head></form>',
  '<form name="&#99;reateElement"></form>',
  '<iframe src="/a" name="body"></iframe>',
  '<object id="createElement"></object>',
  '<embed name="cookie">',
  `<p id="x" ${Array.from({ length: 300 }, (_, index) => `a${index}`).join(' ')}></p>`,
  `<p ${'a '.repeat(300)}></p>`,
  `<p ${Array.from({ length: 300 }, (_, index) => `a${index}="b"`).join(' ')}></p>`,
  '<html class="x"></html>',
  '<body onload="x()"></body>',
  '<frameset></frameset>',
  '<xmp></xmp>',
  '<noembed></noembed>',
  '<b>bold',
  '<a href="/x">a link',
  '<div><div></div>',
  '</div>',
  '</main><main>',
  '<b><i></b></i>',
  '<div/>',
  '<!--',
  '<!-->',
  '<!--> --><plaintext>',
  '<!-- a --!> <plaintext> -->',
  '<!DOCTYPE html>',
  '<?xml version="1.0"?>',
  '<![CDATA[<plaintext>]]>',
  '</ div>',
  '<p title="',
  '<p title=">',
  "<p title='>",
  '<img src="/a.png"',
  '<svg><p></p></svg>',
  '<svg><div/></svg>',
  '<math><annotation-xml encoding="text/html"><p></p></annotation-xml></math>',
  '<noscript><img title="</noscript><plaintext>"></noscript>',
  '<noscript><plaintext></noscript>',
  '<iframe src="/a">',
  '<div>'.repeat(300) + '</div>'.repeat(300),
  '<p =x></p>',
  '<p a"b></p>',
];

/** Elements with rules of their own in the parsers of browsers. */
const NAMES = (
  'p b div svg title textarea select option style template table tr td a foreignObject math mi noscript form button ' +
  'iframe desc li h2 dd ruby rt caption colgroup tbody nobr optgroup object marquee script main article'
).split(' ');
const OTHERS = [
  '<br>',
  '<g/>',
  '<!-- -->',
  '<col>',
  '<hr>',
  '<input>',
  '<p title="',
  '">',
  "<i a='",
  "'>",
  '<!--',
  '-->',
];

describe('containmentIssue', () => {
  it.each(CONTAINED)('accepts %j', (html) => {
    expect(containmentIssue(html)).toBeUndefined();
  });

  it.each(REACHING)('refuses %j', (html) => {
    expect(containmentIssue(html)).toEqual(expect.any(String));
  });

  it.each([
    '<meta name="viewport" content="width=1200">',
    '<META NAME="Robots" content="noindex">',
    '<meta name="&#114;eferrer" content="unsafe-url">',
    '<input form="contact" name="email">',
    '<button FORM=contact>Send</button>',
    '<p class="a"><button type="submit" form="contact">Send</button></p>',
  ])('refuses %j in an island, which is in documents of other apps', (html) => {
    expect(containmentIssue(html, { isIsland: true, allowsStyles: true })).toMatch(
      /not allowed in an island/,
    );
    expect(containmentIssue(html)).toBeUndefined();
  });

  it('names the markup and the reason', () => {
    expect(containmentIssue('<p>a</p><b>')).toBe('<b> is not closed');
    for (const html of ['<style>p{}</style>', '<noscript><style>p{}</style></noscript>']) {
      expect(containmentIssue(html, { isIsland: true, allowsStyles: false })).toMatch(
        /"<style>" needs styles: 'runtime' in mfe.config.ts$/,
      );
      expect(containmentIssue(html)).toBeUndefined();
    }
    expect(containmentIssue('a<plaintext>')).toBe('"<plaintext>" is not allowed in a page or an island');
  });

  /** Any order of tags, most of which is refused. */
  const pieces = fc
    .array(fc.constantFrom(...NAMES.flatMap((name) => [`<${name}>`, `</${name}>`]), ...OTHERS), {
      maxLength: 10,
    })
    .map((parts) => parts.join(''));
  /** Balanced tags in any order, most of which is accepted. */
  const { balanced } = fc.letrec<{ balanced: string }>((tie) => ({
    balanced: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom('', 'text', ...OTHERS),
      fc
        .tuple(fc.constantFrom(...NAMES), tie('balanced'))
        .map(([name, content]) => `<${name}>${content}</${name}>`),
      fc.tuple(tie('balanced'), tie('balanced')).map(([left, right]) => left + right),
    ),
  }));

  it.each([
    ['tags in any order', pieces, true],
    ['tags in any order', pieces, false],
    ['balanced tags', balanced, true],
    ['balanced tags', balanced, false],
  ])('accepts of %s only what leaves the rest of a document as it is', (_, source, scriptingEnabled) => {
    const rest = '<footer class="rest"><b>x</b></footer>';
    let accepted = 0;
    fc.assert(
      fc.property(source, (html) => {
        if (containmentIssue(html) !== undefined) return;
        accepted++;
        const document = serialize(
          parse(`<body><main><div>${html}</div></main>${rest}</body>`, { scriptingEnabled }),
        );
        expect(document.endsWith(`</main>${rest}</body></html>`)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  /** Three thousand bytes of markup and texts. */
  const long = (text: string): string => `<ul class="a">${`<li>${text}<br>1 < 2</li>`.repeat(150)}</ul>`;
  const isAccepted = (known: string, html: string): boolean => {
    const contained = containedHtml(Buffer.from(known));
    if (typeof contained === 'string') throw new Error(contained);
    return isContainedLike(Buffer.from(html), contained);
  };

  it('accepts by comparison what differs in a text', () => {
    const [known, other] = ['a', 'Another text: é'].map(
      (text) => `${long('x')}<p title="${text}">${text}</p>${long('y')}`,
    );
    expect(isAccepted(known!, known!)).toBe(true);
    expect(isAccepted(known!, other!)).toBe(true);
    expect(isAccepted(known!, `${known}${long('z')}`)).toBe(false);
  });

  it('does not compare HTML of which more than half differs, because the next one may be like it', () => {
    const [known, like, unlike] = ['', '<i>a</i>', '<i>a</i>'.repeat(1_000)].map(
      (part) => `${long('x')}${part}${long('y')}`,
    );
    expect(isAccepted(known!, like!)).toBe(true);
    expect(isAccepted(known!, unlike!)).toBe(false);
    expect(isAccepted(unlike!, `${unlike}`.replace('a', 'b'))).toBe(true);
  });

  it('accepts by comparison only what it accepts as a whole', () => {
    let accepted = 0;
    const part = fc.oneof(balanced, pieces, fc.constantFrom('<', '</', '<p', '>', '"', '&'));
    const place = fc.nat(7_500);
    fc.assert(
      fc.property(balanced, part, place, fc.nat(300), (middle, put, at, removed) => {
        const known = `${long('x')}<div>${middle}</div>${long('y')}`;
        if (containmentIssue(known) !== undefined) return;
        const html = known.slice(0, at) + put + known.slice(at + removed);
        if (!isAccepted(known, html)) return;
        accepted++;
        expect(containmentIssue(html)).toBeUndefined();
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});

describe('containedInThread', () => {
  const long = (unit: string) => Buffer.from(unit.repeat(Math.ceil((4 * 1024 * 1024) / unit.length)));

  it('reads the longest HTML without blocking the event loop, with the result of containedHtml', async () => {
    const html = long('<hr id="a">');
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    const read = await containedInThread(html);
    clearInterval(ticking);
    expect(read).toEqual(containedHtml(html));
    expect(turns).toBeGreaterThan(3);
  });

  it('refuses what containedHtml refuses', async () => {
    const html = Buffer.concat([long('<br>'), Buffer.from('<style></style><plaintext>')]);
    expect(await containedInThread(html)).toBe(containedHtml(html));
    expect(await containedInThread(html, { isIsland: true, allowsStyles: false })).toMatch(/needs styles/);
  });

  it('is used for long differences of two pages', () => {
    const around = '<i>x</i>'.repeat(500);
    const page = (middle: string): Buffer => Buffer.from(`${around}<p>${middle}</p>${around}`);
    const known = containedHtml(page('a'));
    if (typeof known === 'string') throw new Error(known);
    expect(isContainedLike(page('<b>b</b>'.repeat(10)), known)).toBe(true);
    expect(isContainedLike(page('<b>b</b>'.repeat(20_000)), known)).toBe(false);
  });
});
