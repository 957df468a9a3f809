const path = require('node:path');

/**
 * While developing, in the browser: ties what swc's React Refresh transform calls to the one registry of the page.
 * Without one (another shell, admission) the calls do nothing. All of it is on the first line, so that lines keep their
 * numbers. React is imported so that a file's first hook leaves the list of the shared modules that its chunk needs as
 * it was.
 */
module.exports = function refreshLoader(source, map) {
  const marked = source.includes('$RefreshReg$(') || source.includes('$RefreshSig$(');
  if (!marked) return void this.callback(null, source, map);
  const { app, root } = this.getOptions();
  const file = path.relative(root, this.resourcePath).replaceAll('\\', '/');
  const names = [app, file].map((name) => JSON.stringify(name)).join();
  const head =
    `import 'react';const $refresh$=globalThis.voltframeRefresh?.(${names},__webpack_require__);` +
    'var $RefreshReg$=$refresh$?.register??(()=>{}),$RefreshSig$=$refresh$?.signature??(()=>(type)=>type);';
  this.callback(null, head + source, map);
};
