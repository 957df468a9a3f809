import styles from './ask-to-reload.module.css';

const HEADING = 'This site has a newer version';
const TEXT =
  'Going on loads it. What you typed on this page is kept in this tab, but not a chosen file or a ticked box.';
const GO_ON = 'Load it and go on';
const STAY = 'Stay here';

/**
 * Asks in a dialog whether the newer build may be loaded now, although the page has input that is not sent.
 * @returns the visitor's answer; Escape means no
 */
export function askToReload(document: Document): Promise<boolean> {
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
