import { createContext, useContext } from 'react';

/** The copyright line's year: on the server a marker that the gateway fills in, in the browser what it filled in. */
export const YearContext = createContext('');

export function useYear(): string {
  return useContext(YearContext);
}
