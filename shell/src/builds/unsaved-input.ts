import styles from './unsaved-input.module.css';

const HEADING = 'This site has a newer version';
const TEXT =
  'Going on loads it. What you typed on this page is kept in this tab, but not a chosen file or a ticked box.';
const GO_ON = 'Load it and go on';
const STAY = 'Stay here';

/** The decision on a navigation when a newer build is live; null continues with the build of this page. */
export type Update = 'document' | 'cancel' | null;

/**
 * The input on the page that is not yet sent. A visitor who declines the newer build stays on the page and is not asked
 * again while input is unsaved: the next click continues with the build of this page.
 * @param reports each says whether it has input that is not sent
 * @returns decides whether to load the newer build now, which would discard the input
 */
export function createUnsavedInput(
  document: Document,
  reports: ReadonlySet<() => boolean>,
): () => Promise<Update> {
  let refused = false;
  /** The answer of the open dialog, which a second click or Back shares. */
  let asking: Promise<boolean> | undefined;
  return async () => {
    if (![...reports].some((isUnsaved) => isUnsaved())) return 'document';
    if (refused) return null;
    asking ??= askToReload(document);
    refused = !(await asking);
    asking = undefined;
    return refused ? 'cancel' : 'document';
  };
}

/**
 * Asks in a dialog whether the newer build may be loaded now, although the page has input that is not sent.
 * @returns the visitor's answer; Escape means no
 */
function askToReload(document: Document): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.className = styles['dialog'] ?? '';
  dialog.setAttribute('aria-label', HEADING);
  const add = <Name extends 'h2' | 'p' | 'button'>(name: Name, text: string): HTMLElementTagNameMap[Name] => {
    const element = document.createElement(name);
    element.textContent = text;
    dialog.append(element);
    return element;
  };
  add('h2', HEADING);
  add('p', TEXT);
  return new Promise((resolve) => {
    for (const [label, answer] of [
      [GO_ON, 'yes'],
      [STAY, ''],
    ] as const)
      add('button', label).addEventListener('click', () => dialog.close(answer));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
