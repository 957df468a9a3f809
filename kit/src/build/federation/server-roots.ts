/**
 * `react-dom/client` in the server bundle of a remote: packages import it for code that runs in browsers alone, and
 * react-dom's own file would be most of the bundle.
 */
export { version } from 'react-dom';

export const createRoot = refuse;
export const hydrateRoot = refuse;

function refuse(): never {
  throw new Error('There is no document on the server: create roots in an effect or after an event');
}
