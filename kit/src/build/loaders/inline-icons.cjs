const { iconsIn } = require('../icon-data.ts');

// An example in a comment is no use of an icon (and would make the icon registry import itself).
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/**
 * Adds the data of every icon that a module names (`lucide:globe`) to that module, so that a page shows its icons
 * without a request. Icons named only in content are added to the server bundle by generated-entries.ts.
 */
module.exports = function inlineIcons(source) {
  const icons = iconsIn(source.replace(COMMENTS, ''));
  if (Object.keys(icons).length === 0) return source;
  // On the module's first line: what it throws is reported with the line that its author sees.
  return `import { registerIcons as __registerIcons } from '@voltframe/kit/react'; __registerIcons(${JSON.stringify(icons)}); ${source}`;
};
