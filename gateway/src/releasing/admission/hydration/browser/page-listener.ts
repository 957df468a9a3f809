/** What the page calls, until the listener has taken it away. */
export const BINDING = '__told';

/** Runs before every script of a page: tells of how it hydrates, and of what fails, in few words. */
export const PAGE_LISTENER = `(() => {
  const tell = globalThis.${BINDING};
  delete globalThis.${BINDING};
  const cut = (value, most) => { try { return String(value).slice(0, most); } catch { return ''; } };
  const note = (kind, error) =>
    tell(JSON.stringify({ note: { kind, message: cut(error?.message ?? error, 500), stack: cut(error?.stack ?? '', 4000) } }));
  addEventListener('error', (event) => note('uncaught', event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => note('rejection', event.reason));
  for (const level of ['log', 'info', 'debug', 'trace']) console[level] = () => {};
  for (const level of ['error', 'warn'])
    console[level] = (...values) => {
      const error = values.find((value) => typeof value?.stack === 'string');
      if (error) note('console', error);
    };
  addEventListener('platform:hydrated', () => tell('{"state":"hydrated"}'));
  addEventListener('platform:off', () => tell('{"state":"off"}'));
})()`;
