/** Of its own, whatever the site looks like: it has to be told from the page. */
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
  text-align: start;
  text-decoration: underline;
  overflow-wrap: anywhere;
}
`;
