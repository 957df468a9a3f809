import fc from 'fast-check';
import { parse, serialize } from 'parse5';
import { describe, expect, it } from 'vitest';
import { containmentIssue } from '../../../src/serving/render/markup-reader.ts';
import { balanced, pieces } from '../../fixtures/markup.ts';

const CONTAINED = [
  '',
  'text &amp; 1 < 2 <3',
  '<p>one</p><br><img src="/a.png" alt=""><input disabled="" value=x/>',
  '<!-- --><!--$--><div>a<!-- -->b</div><!--/$-->',
  '<select><template><input></template></select><template><select></select><input></template>',
  '<textarea><p></textarea><select><option selected="">a</option><hr></select>',
  '<style>a > b { color: red }</style><title>A <b> title</title><link rel="stylesheet" href="/a.css"/>',
  '<svg viewBox="0 0 1 1"><title>A &lt; B</title><path d="M0 0"/><g><circle r="1"/></g></svg>',
  '<svg><foreignObject><div>HTML<br></div></foreignObject><style>a{}</style></svg>',
  '<svg><style><!--</style><plaintext>--></style></svg>',
  '<math><mi>x</mi><mo>=</mo></math>',
  '<math><mtext><svg><title>a < b</title><desc><p>a</p></desc></svg></mtext></math>',
  '<script type="application/ld+json">{"a":"</p>"}</script>',
  '<noscript><p>No scripts</p></noscript><template><p>x</p></template>',
  '<iframe src="/video" title="A video"></iframe><h2 id="page">Page</h2>',
  '<form name="contact"><input name="title"><input name="querySelector"></form><img name="logo"><h2 id="title">a</h2>',
  '<table><tbody><tr><td>1</td></tr></tbody></table><my-element>x</my-element>',
  '<table><caption><table><tr><td>1</td></tr></table></caption><tr><td><div><table></table></div></td></tr></table>',
  '<ul><li><p>a</p><ol><li><b>b</b></li></ol><button>c</button></li><li></li></ul><button>d</button>',
  '<dl><div><dt>a</dt><dd><dl><dt>b</dt></dl></dd></div></dl><h2>a<span><p>b</p></span></h2><h2>c</h2>',
  '<button><object><button></button></object></button><ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby>',
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
  '<select><main><input></main></select>',
  '<select><p><main><input type="search"/></main></p></select>',
  '<select><main><select></select></main></select>',
  '<select><optgroup><main><select><option>a</option></select></main></optgroup></select>',
  '<select><p><li></li></p></select>',
  '<table><main><table></table></main></table>',
  '<table><tr><main><svg><desc><div><table></table></div></desc></svg></main></tr></table>',
  '<table><td><tr><main><table></table></main></tr></td></table>',
  '<button><main><button></button></main></button>',
  '<ul><li><div><p><li></li></p></div></li></ul>',
  '<dd><main><dt><dd></dd></dt></main></dd>',
  '<h2><main><h3><h2></h2></h3></main></h2>',
  '<h2><main><h3><p><b><h2></h2></b></p></h3></main></h2>',
  '<ruby><li><p><rt></rt></p></li></ruby>',
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
  `<math><title><iframe><i a='</iframe></title></math>`,
  `<math><desc><textarea><i a='</textarea></desc></math>`,
  `<svg><mi><style><i a='</style></mi></svg>`,
  `<svg><math><mi><title><i a='</title></mi></math></svg>`,
  `<math><mi><svg><mtext><title><i a='</title></mtext></svg></mi></math>`,
  '<math><annotation-xml encoding="text/html"><p></p></annotation-xml></math>',
  '<noscript><img title="</noscript><plaintext>"></noscript>',
  '<noscript><plaintext></noscript>',
  '<iframe src="/a">',
  '<div>'.repeat(300) + '</div>'.repeat(300),
  '<p =x></p>',
  '<p a"b></p>',
];

/** Elements with rules of their own in the parsers of browsers. */
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
    '<input autofocus="">',
    '<p class="a"><input AutoFocus></p>',
    '<button tabindex="1">First</button>',
    '<a href="/" TABINDEX=" +2-">Second</a>',
    '<a href="/" tabindex="&#49;">Third</a>',
  ])('refuses %j in an island, which is in documents of other apps', (html) => {
    expect(containmentIssue(html, { isIsland: true, allowsStyles: true })).toMatch(
      /not allowed in an island/,
    );
    expect(containmentIssue(html)).toBeUndefined();
  });

  it.each(['<div tabindex="-1">a</div>', '<div tabindex="0">a</div>', '<div data-tabindex="1">a</div>'])(
    'accepts %j in an island',
    (html) => {
      expect(containmentIssue(html, { isIsland: true, allowsStyles: true })).toBeUndefined();
    },
  );

  it.each(['<td>a</td>', '<template></template><div><tr></tr></div>', '<caption></caption>', '<col>'])(
    'refuses %j in an island, which may be in a table',
    (html) => {
      expect(containmentIssue(html, { isIsland: true, allowsStyles: true })).toMatch(/is not in a table/);
      expect(containmentIssue(html)).toBeUndefined();
    },
  );

  it.each(['<table><tr><td>a</td></tr></table>', '<template><tr><td>a</td></tr></template>'])(
    'accepts %j in an island, too',
    (html) => {
      expect(containmentIssue(html, { isIsland: true, allowsStyles: true })).toBeUndefined();
    },
  );

  it('names the markup and the reason', () => {
    expect(containmentIssue('<button><b><button></button></b></button>')).toBe(
      '"<button>" is in <button>: browsers close that before it',
    );
    expect(containmentIssue('<p>a</p><b>')).toBe('<b> is not closed');
    for (const html of ['<style>p{}</style>', '<noscript><style>p{}</style></noscript>']) {
      expect(containmentIssue(html, { isIsland: true, allowsStyles: false })).toMatch(
        /"<style>" needs styles: 'runtime' in mfe.config.ts$/,
      );
      expect(containmentIssue(html)).toBeUndefined();
    }
    expect(containmentIssue('a<plaintext>')).toBe('"<plaintext>" is not allowed in a page or an island');
  });

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
      { numRuns: 20_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
