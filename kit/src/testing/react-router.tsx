import type { ReactElement, ReactNode } from 'react';
import { type TestEntry, TestSite } from './test-site.tsx';

/** The names of react-router in tests: those of pages, and `MemoryRouter`. */
export * from '../react/router/react-router.ts';

export interface MemoryRouterProps {
  children?: ReactNode;
  initialEntries?: TestEntry[];
  initialIndex?: number;
}

/** The surroundings of a page, at addresses of a history in memory. {@link TestSite} has more of them. */
export function MemoryRouter({ children, initialEntries, initialIndex }: MemoryRouterProps): ReactElement {
  return (
    <TestSite
      {...(initialEntries && { entries: initialEntries })}
      {...(initialIndex !== undefined && { index: initialIndex })}
    >
      {children}
    </TestSite>
  );
}
