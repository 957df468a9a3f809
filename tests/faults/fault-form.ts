/**
 * The extent of a test: `short` for each `npm test`, `long` for `npm run fault`, `each` with a restart of the gateway
 * after every attack, which may take an hour.
 */
export const FORM = (process.env['FAULT_FORM'] ?? 'short') as 'short' | 'long' | 'each';
export const isShort = FORM === 'short';
