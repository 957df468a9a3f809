import styles from './progress-bar.module.css';

/** Draws the progress bar above the page, outside the app's root. @param percent null removes it */
export function drawProgress(document: Document, percent: number | null): void {
  const existing = document.getElementById('progress');
  if (percent === null) {
    existing?.remove();
    return;
  }
  const bar = existing ?? document.body.appendChild(makeBar(document));
  bar.setAttribute('aria-valuenow', String(Math.round(percent)));
  bar.style.transform = `scaleX(${percent / 100})`;
}

function makeBar(document: Document): HTMLElement {
  const bar = document.createElement('div');
  bar.id = 'progress';
  bar.className = styles['bar'] ?? '';
  bar.setAttribute('role', 'progressbar');
  bar.setAttribute('aria-label', 'Loading the page');
  bar.setAttribute('aria-valuemin', '0');
  bar.setAttribute('aria-valuemax', '100');
  return bar;
}
