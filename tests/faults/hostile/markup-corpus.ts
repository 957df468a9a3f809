/** HTML of an attacker, in an island on every page of the site, or in a page of its own. */
export interface HostileMarkup {
  name: string;
  html: string;
  /** Where the gateway refuses it: a page may say more about its own document. Other HTML reaches nothing of others. */
  refused: 'everywhere' | 'in islands' | 'nowhere';
}

const refused = (name: string, html: string): HostileMarkup => ({ name, html, refused: 'everywhere' });
const ofPages = (name: string, html: string): HostileMarkup => ({ name, html, refused: 'in islands' });
const shown = (name: string, html: string): HostileMarkup => ({ name, html, refused: 'nowhere' });

/** Where a link, a form or a refresh of an attacker leads. */
export const ELSEWHERE = 'http://elsewhere.example/';

/** Address of a resource of the attacker with CSS. */
export const STYLES = '/blog/mine.css';

export const MARKUP: readonly HostileMarkup[] = [
  refused('an element that swallows the rest', '<plaintext>'),
  refused('an open text field', '<textarea>'),
  refused('an open title', '<title>'),
  refused('an open stylesheet', '<style>* {'),
  refused('an open template', '<template><p>'),
  refused('an open list of choices', '<select><option>'),
  refused('an open comment', '<!-- '),
  refused('an open attribute', '<p title="'),
  refused('an open link', `<a href="${ELSEWHERE}">all of the rest`),
  refused('an end of the frame', '</div></div></footer></div><h1>Mine</h1>'),
  ofPages('a stylesheet for the page', '<style>body, header { display: none }</style>'),
  refused('a script', '<script>location = "http://elsewhere.example/"</script>'),
  refused('a script in SVG', '<svg><script>location = "http://elsewhere.example/"</script></svg>'),
  refused('a script of another type', '<script type="text/x-template">'),
  refused('rules of speculation', '<script type="speculationrules">{"prerender":[{"urls":["/"]}]}</script>'),
  refused('a refresh', `<meta http-equiv="refresh" content="0;url=${ELSEWHERE}">`),
  refused('a policy', `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`),
  refused('a base', `<base href="${ELSEWHERE}">`),
  refused('data of a page', '<script type="application/json" id="page-data">{}</script>'),
  refused('a heading with the id of the data', '<h2 id="page&#45;data">Page data</h2>'),
  refused('the id of the content', '<p id="main"></p>'),
  refused('a picture that replaces querySelector', '<img name="querySelector" src="data:,">'),
  refused('a form that replaces the head', '<form name="head"></form>'),
  refused('an object that replaces createElement', '<object id="createElement"></object>'),
  refused('attributes of the document', '<html class="mine" data-hydrating="never">'),
  refused('attributes of the body', '<body style="display:none">'),
  refused('frames', '<frameset></frameset>'),
  refused('HTML in SVG', '<svg><p></svg>'),
  refused('a frame that MathML has instead of HTML', `<math><title><iframe><i a='</iframe></title></math>`),
  refused('a button in a button', '<button><main><button></button></main><p></p></button><div></div>'),
  refused('a list entry in a list entry', '<li><main><li><li></li></li></main><p></p></li>'),
  refused('a table outside of the cells', '<table><main><table></table></main></table><p></p>'),
  refused('a field in a list of choices', '<select><main><input></main></select>'),
  ofPages('a cell without a table', '<td>Mine</td>'),
  refused('HTML behind noscript', '<noscript><img title="</noscript><plaintext>"></noscript>'),
  ofPages('the width of the window', '<meta name="viewport" content="width=1200">'),
  ofPages('a word for search engines', '<meta name="robots" content="noindex">'),
  ofPages('fields for a form of another app', '<input form="subscribe" name="email" value="mine@x.example">'),
  ofPages('a field that takes the focus', '<input autofocus aria-label="Mine">'),
  ofPages('a field that comes first', '<input tabindex="1" aria-label="Mine">'),
  refused('elements in a deep tree', `${'<div>'.repeat(300)}${'</div>'.repeat(300)}`),
  shown('a comment', '<!-- </footer> -->'),
  shown('a link that leaves the window', `<a href="${ELSEWHERE}" target="_top">Leave</a>`),
  shown('a form to another site', `<form action="${ELSEWHERE}"><button>Send</button></form>`),
  shown('a frame that nobody declared', `<iframe src="${ELSEWHERE}" title="Frame"></iframe>`),
  shown('handlers of events', '<img src="data:," alt="" onerror="document.body.remove()">'),
  shown('a link to a script', '<a href="javascript:document.body.remove()">Run</a>'),
  shown('an island that does not exist', '<div data-island="Nobody_x" data-props="{}"></div>'),
  shown('an interactive island of another app', '<div data-interactive="legal" data-loaded="{}"></div>'),
  shown('the name of a landmark', '<div id="services" class="header">Services</div>'),
  shown('an open dialog', '<dialog open>Sign in</dialog>'),
  shown('a shadow root', '<div><template shadowrootmode="open"><p>Shadow</p></template></div>'),
  shown('marks of late values', '\uE000year\uE000 \uE000island:StatusNote\uE000 \uE000fragment\uE000'),
  shown('a stylesheet that is a resource', `<link rel="stylesheet" href="${STYLES}">`),
  shown('an element over the window', '<p style="position:fixed;inset:0">Over all</p>'),
  shown('a balanced text field', '<textarea></footer></textarea>'),
];
