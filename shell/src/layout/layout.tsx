import type { ReactElement, ReactNode } from 'react';
import '../design/design.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';

/** The same elements each time: another page renders only the links again that mark the current page. */
const HEADER = <Header />;
const FOOTER = <Footer />;

/** The layout of every page: skip link, fixed header, the page's `<main>` (children), footer. */
export default function Layout({ children }: { children: ReactNode }): ReactElement {
  return (
    <>
      <a className={styles['skip']} href="#main">
        Skip to content
      </a>
      {HEADER}
      {children}
      {FOOTER}
    </>
  );
}
