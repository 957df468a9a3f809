import type { Problem } from '../../../../contract/development/problem.ts';
import { OVERLAY_STYLES } from './overlay-styles.ts';

const ID = 'refresh-problems';
/** Of the lines of a frame, the one that is meant. */
const MARKED = /^\s*>/;

/**
 * Shows what is wrong with the newest code, over the page; Escape or the button takes it away until something else is.
 * Its styles lie in a tree of its own: the site's do not reach it, and the site's policy allows a sheet that is no text.
 * @param problems none: nothing is wrong
 * @param open opens the source of one in the editor
 */
export function showOverlay(document: Document, problems: Problem[], open: (problem: Problem) => void): void {
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
  const drawn = problems.map((problem) => drawProblem(document, problem, open));
  const box = element(document, 'section', '', { role: 'alert' }, [head, ...drawn]);
  root.append(element(document, 'div', '', { class: 'back' }, [box]));
  document.body.append(host);
}

function drawProblem(document: Document, problem: Problem, open: (problem: Problem) => void): HTMLElement {
  const { app, message, place, frame, stack = [] } = problem;
  const parts = [
    element(document, 'p', app, { class: 'app' }),
    element(document, 'pre', message, { class: 'message' }),
  ];
  if (place) {
    const link = element(document, 'button', `${place.file}:${place.line}`, {
      type: 'button',
      class: 'place',
      title: 'Open in the editor',
    });
    link.addEventListener('click', () => open(problem));
    parts.push(link);
  }
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

/** @param text as it is: whatever an error says is no HTML */
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
