const path = require('node:path');
const { checkStylesheet } = require('../../packaging/check-stylesheet.ts');

/**
 * First comes what the shell lays under every page, then the apps, then its layout: no app outranks header or footer.
 */
const ORDER = '@layer base, remotes, layout;';
// Strings and addresses are kept as they are: what looks like a comment in them is none.
const COMMENT = /("(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|url\([^)]*\))|\/\*[^]*?\*\//g;

/**
 * Puts a stylesheet into its place in the cascade, and holds a remote's to its own elements. Comments stay behind:
 * visitors would load them.
 * @throws with file and line, what reaches beyond the app
 */
module.exports = function cascadeLayer(source) {
  const { app } = this.getOptions();
  const { resourcePath } = this;
  const css = source.replace(COMMENT, '$1');
  if (app === 'shell') {
    const layer = resourcePath.split(path.sep).includes('design') ? 'base' : 'layout';
    return `${ORDER}\n@layer ${layer} {\n${css}\n}\n`;
  }
  const stage = resourcePath.endsWith('.module.css') ? 'module' : 'source';
  const file = path.relative(process.cwd(), resourcePath);
  const issues = checkStylesheet(source, { app, stage });
  if (issues.length > 0)
    throw new Error(issues.map(({ line, reason }) => `${file}:${line}: ${reason}`).join('\n'));
  return `@layer remotes.${app} {\n${css}\n}\n`;
};
