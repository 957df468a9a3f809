import type { ReactElement, ReactNode } from 'react';

/**
 * The place of a page among the elements of the layout (layout.tsx). The server renders a page in it, without the
 * layout, so that `useId` gives the same ids as in the browser's whole tree.
 */
export function PagePlace({ children }: { children: ReactNode }): ReactElement {
  return (
    <>
      {null}
      {null}
      {children}
      {null}
    </>
  );
}
