import { createContext, useContext } from 'react';

/**
 * The year of the copyright line: a marker on the server, replaced by the gateway; the replaced value in the browser.
 */
export const YearContext = createContext('');

export function useYear(): string {
  return useContext(YearContext);
}
