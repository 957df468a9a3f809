const ID = 'refresh-error';
const STYLE: Partial<CSSStyleDeclaration> = {
  position: 'fixed',
  inset: '5vh 5vw',
  zIndex: '2147483647',
  margin: '0',
  padding: '1rem',
  overflow: 'auto',
  background: '#1b1b1f',
  color: '#ffb4ab',
  font: '13px/1.5 monospace',
  whiteSpace: 'pre-wrap',
};

/** Shows why the newest code is not in the page, over the page; a click takes it away. @param message none: nothing is wrong */
export function showOverlay(document: Document, message: string | undefined): void {
  document.getElementById(ID)?.remove();
  if (message === undefined) return;
  const box = document.createElement('pre');
  box.id = ID;
  box.setAttribute('role', 'alert');
  box.textContent = message;
  // By its properties: the site's policy allows no style attribute.
  Object.assign(box.style, STYLE);
  box.addEventListener('click', () => box.remove());
  document.body.append(box);
}
