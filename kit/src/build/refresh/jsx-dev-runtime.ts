import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

export { Fragment };

/** The development JSX, which swc's refresh transform comes with, on the runtime that all apps share. */
export function jsxDEV(
  type: Parameters<typeof jsx>[0],
  props: Parameters<typeof jsx>[1],
  key: Parameters<typeof jsx>[2],
  isStatic: boolean,
): ReturnType<typeof jsx> {
  return (isStatic ? jsxs : jsx)(type, props, key);
}
