import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactRouter from 'react-router';
import * as kitReact from '@voltframe/kit/react';

/**
 * the `require` of the remotes' bundles returns these modules, so there is one React.
 */
export const shared = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  'react-router': reactRouter,
  '@voltframe/kit/react': kitReact,
};
export { createRenderer } from './server/renderer.tsx';
