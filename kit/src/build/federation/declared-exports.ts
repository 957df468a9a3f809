import type { Compiler, Dependency } from 'webpack';

const NAME = 'DeclaredSharedExports';
type Referenced = (string[] | { name: string[]; canMangle?: boolean })[];

/**
 * Keeps tree shaking for shared modules. Webpack keeps every export of a shared module (its consumers are unknown):
 * 29 KB more for react-router. Here the exports in use are declared; the provider keeps only those, and an import
 * outside the list fails the build of whichever app makes it.
 * @param surface shared module → names of its exports that may be used
 */
export class DeclaredSharedExports {
  readonly surface: Record<string, readonly string[]>;
  constructor(surface: Record<string, readonly string[]>) {
    this.surface = surface;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(NAME, (compilation) => {
      const refuse = (name: string, key: string): void => {
        const message = `"${name}" of "${key}" is not in the shared surface (kit/src/build/federation/shared-scope.ts)`;
        if (!compilation.errors.some((error) => error.message === message))
          compilation.errors.push(new compiler.webpack.WebpackError(message));
      };
      compilation.hooks.dependencyReferencedExports.tap(NAME, (referenced, dependency) =>
        this.#restrict(referenced, dependency, refuse),
      );
    });
  }

  #restrict(
    referenced: Referenced,
    dependency: Dependency & { request?: string },
    refuse: (name: string, key: string) => void,
  ): Referenced {
    const provided = /^(provide module for shared|consume shared fallback)$/.test(dependency.type);
    const request = dependency.request?.replaceAll('\\', '/');
    for (const [key, names] of Object.entries(this.surface)) {
      const matches = request === key || request?.includes(`/node_modules/${key}/`);
      if (provided && matches) return names.map((name) => ({ name: [name], canMangle: false }));
      if (provided || request !== key || dependency.type !== 'harmony import specifier') continue;
      for (const reference of referenced) {
        const name = (Array.isArray(reference) ? reference : reference.name)[0];
        if (name && !names.includes(name)) refuse(name, key);
      }
    }
    return referenced;
  }
}
