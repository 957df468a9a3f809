/** Puts a stylesheet into its app's cascade layer, so that no app's rules outrank another's by accident. */
module.exports = function cascadeLayer(css) {
  const { app } = this.getOptions();
  // The shell's files may place themselves: they declare the order of the layers.
  return /^\s*@layer\b/m.test(css) ? css : `@layer ${app} {\n${css}\n}\n`;
};
