const { isMainThread } = require('node:worker_threads');
const path = require('node:path');
const postcss = require('postcss');
const loadConfig = require('postcss-load-config');

/** Root of an app → its configuration; null: it has none. */
const configs = new Map();
let last = Promise.resolve();

/**
 * Applies the app's `postcss.config.*`, as Tailwind needs it. Without one a stylesheet stays as it is.
 * @throws with file and line, what a plugin refuses
 */
module.exports = async function applyPlugins(source) {
  const { root, mode } = this.getOptions();
  if (!configs.has(root))
    configs.set(
      root,
      inFolder(root, () => configOf(root, mode)),
    );
  const config = await configs.get(root);
  if (config === null) return source;
  this.addDependency(config.file);
  const options = { ...config.options, from: this.resourcePath, map: false };
  try {
    const { css, messages } = await inFolder(root, () => postcss(config.plugins).process(source, options));
    for (const { type, file, dir } of messages) {
      if (type === 'dependency') this.addDependency(file);
      if (type === 'dir-dependency') this.addContextDependency(dir);
    }
    return css;
  } catch (error) {
    const file = path.relative(process.cwd(), error.file ?? this.resourcePath);
    const message = `${file}:${error.line ?? 1}: ${error.reason ?? error.message}`;
    throw Object.assign(new Error(message), { hideStack: true });
  }
};

async function configOf(root, mode) {
  try {
    return await loadConfig({ cwd: root, env: mode }, root);
  } catch (error) {
    if (error.message.startsWith('No PostCSS Config found')) return null;
    const reason = `its PostCSS configuration cannot be used: ${error.message}`;
    throw Object.assign(new Error(reason), { hideStack: true });
  }
}

/** Plugins read their files from the working directory. Stylesheets come one by one, because all apps share it. */
function inFolder(root, work) {
  const done = last.then(async () => {
    if (!isMainThread) return work();
    const before = process.cwd();
    process.chdir(root);
    try {
      return await work();
    } finally {
      process.chdir(before);
    }
  });
  last = done.catch(() => undefined);
  return done;
}
