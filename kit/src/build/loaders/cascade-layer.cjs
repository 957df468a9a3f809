// Strings and addresses are kept as they are: what looks like a comment in them is none.
const COMMENT = /("(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|url\([^)]*\))|\/\*[^]*?\*\//g;

/**
 * Puts a stylesheet into its app's cascade layer, so that no app's rules outrank another's by accident.
 * Comments stay behind: visitors would load them.
 */
module.exports = function cascadeLayer(source) {
  const { app } = this.getOptions();
  const css = source.replace(COMMENT, '$1');
  // The shell's files may place themselves: they declare the order of the layers.
  return /^\s*@layer\b/m.test(css) ? css : `@layer ${app} {\n${css}\n}\n`;
};
