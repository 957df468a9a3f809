import type { Problem } from '../../../../contract/development/problem.ts';

const ID = 'refresh-problems';
/** The marked line of a code frame. */
const MARKED = /^\s*>/;

/**
 * Shows the problems of the newest code over the page; Escape or the button closes it until a new problem. It has its
 * own shadow tree, so that the site's styles do not apply, and a constructed stylesheet, which the site's policy
 * allows.
 * @param problems empty: no problem
 */
export function showOverlay(document: Document, problems: Problem[]): void {
  document.getElementById(ID)?.remove();
  if (problems.length === 0) return;
  const host = element(document, 'div', '', { id: ID });
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new document.defaultView!.CSSStyleSheet();
  sheet.replaceSync(OVERLAY_STYLES);
  root.adoptedStyleSheets = [sheet];
  const close = element(document, 'button', 'Close', { type: 'button', class: 'close' });
  close.addEventListener('click', () => host.remove());
  host.addEventListener('keydown', ({ key }) => key === 'Escape' && host.remove());
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const head = element(document, 'header', '', {}, [element(document, 'h2', count), close]);
  const drawn = problems.map((problem) => drawProblem(document, problem));
  const box = element(document, 'section', '', { role: 'alert' }, [head, ...drawn]);
  root.append(element(document, 'div', '', { class: 'back' }, [box]));
  document.body.append(host);
}

function drawProblem(document: Document, { app, message, place, frame, stack = [] }: Problem): HTMLElement {
  const parts = [
    element(document, 'p', app, { class: 'app' }),
    element(document, 'pre', message, { class: 'message' }),
  ];
  if (place) parts.push(element(document, 'p', `${place.file}:${place.line}`, { class: 'place' }));
  if (frame !== undefined) {
    const lines = frame.split('\n').map((line) => {
      const kind = MARKED.test(line) ? { class: 'marked' } : {};
      return element(document, 'span', line, kind);
    });
    parts.push(element(document, 'pre', '', { class: 'frame' }, lines));
  }
  if (stack.length > 0)
    parts.push(element(document, 'pre', stack.map((call) => `at ${call}`).join('\n'), { class: 'stack' }));
  return element(document, 'article', '', {}, parts);
}

/** @param text shown as text, never as HTML */
function element(
  document: Document,
  name: string,
  text: string,
  attributes: Record<string, string> = {},
  children: Node[] = [],
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(text, ...children);
  return made;
}

/** Its own design, so that it differs from the page. */
export const OVERLAY_STYLES = `
/* The site's own rules reach the host, and would win over any for it. */
.back {
  all: initial;
  color-scheme: light dark;
  --text: light-dark(#1f2023, #e8e8ec);
  --quiet: light-dark(#5b5d66, #a4a6b1);
  --page: light-dark(#ffffff, #17181c);
  --well: light-dark(#f3f3f6, #22242a);
  --line: light-dark(#d5d6dd, #3a3c45);
  --wrong: light-dark(#b3122a, #ff9a9e);
  --link: light-dark(#0b57c4, #8ab8ff);
  position: fixed;
  inset: 0;
  z-index: 2147483647;
  box-sizing: border-box;
  display: grid;
  place-items: start center;
  padding: clamp(0.75rem, 4vw, 3rem);
  overflow: auto;
  background: light-dark(rgb(20 20 25 / 35%), rgb(0 0 0 / 60%));
  color: var(--text);
  font: 0.875rem/1.5 system-ui, sans-serif;
}
section {
  box-sizing: border-box;
  inline-size: 100%;
  max-inline-size: 60rem;
  padding: 1rem 1.25rem 1.25rem;
  border: 1px solid var(--line);
  border-block-start: 4px solid var(--wrong);
  border-radius: 8px;
  background: var(--page);
}
header {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 1rem;
}
h2, p, pre { margin: 0; }
h2 { font-size: 1rem; }
article {
  display: grid;
  gap: 0.5rem;
  margin-block-start: 0.75rem;
  padding-block-start: 0.75rem;
  border-block-start: 1px solid var(--line);
  min-inline-size: 0;
}
.app { color: var(--quiet); }
pre { font: 0.8125rem/1.6 ui-monospace, monospace; }
.message { color: var(--wrong); white-space: pre-wrap; overflow-wrap: anywhere; max-block-size: 32rem; overflow: auto; }
.frame {
  padding: 0.75rem;
  border-radius: 6px;
  background: var(--well);
  overflow-x: auto;
}
.frame span { display: block; min-inline-size: max-content; }
.frame .marked { color: var(--wrong); font-weight: 600; }
.stack { color: var(--quiet); white-space: pre-wrap; overflow-wrap: anywhere; }
button {
  font: inherit;
  color: var(--link);
  background: none;
  border: 0;
  padding: 0.25rem 0;
  min-block-size: 24px;
  cursor: pointer;
}
button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.close { padding-inline: 0.75rem; border: 1px solid var(--line); border-radius: 6px; color: var(--text); }
.place {
  justify-self: start;
  font: 0.8125rem/1.6 ui-monospace, monospace;
  overflow-wrap: anywhere;
}
`;
