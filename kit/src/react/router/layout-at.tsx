import {
  type ComponentType,
  createContext,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
} from 'react';
import { usePageOrNull } from '@voltframe/kit/react';
import { startOf, type To } from './targets.ts';

type Layout = ComponentType<{ children: ReactNode }>;

/** Of the nearest layout: the number of first segments that the paths of its pages have in common; default: all. */
const Segments = createContext(Infinity);

const made = new WeakMap<object, Map<number, Layout>>();

/**
 * @param segments the number of first segments that the paths of its pages have in common
 * @returns a layout whose relative targets start from these segments of the shown path, as those of a layout route in
 *   react-router start from its path. The same one each time, so that it stays mounted
 */
export function layoutAt(Layout: Layout, segments: number): Layout {
  const known = made.get(Layout) ?? new Map<number, Layout>();
  made.set(Layout, known);
  const At = ({ children }: { children: ReactNode }): ReactElement => (
    <Segments value={segments}>
      <Layout>{children}</Layout>
    </Segments>
  );
  return known.get(segments) ?? known.set(segments, At).get(segments)!;
}

/** @returns the path that a target starts from. */
export function useStart(): (to: To) => string {
  const { path = '/', outlet } = usePageOrNull() ?? {};
  const segments = useContext(Segments);
  const ofLayout =
    path
      .split('/')
      .slice(0, segments + 1)
      .join('/') || '/';
  const base = outlet === undefined ? path : ofLayout;
  return useCallback((to) => startOf(to, path, base), [path, base]);
}
