const MAKING = /(?<=^(?:const|let|var) [\w$]+ = )(?=[\w$]+\.(?:memo|createContext)\()/gm;

/**
 * Marks what a module makes at its top level by React (a context, a memoized component) as droppable where no module uses
 * it.
 */
module.exports = function pureCalls(source) {
  return source.replace(MAKING, '/* @__PURE__ */ ');
};
