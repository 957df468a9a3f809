import { expect, it } from 'vitest';
import { SHARED_MODULES, sharedVersions } from '../../../src/build/federation/shared-scope.ts';
import { shareScopeModule } from '../../../src/build/federation/share-scope-module.ts';

it('shares every module of the shared scope, in the version that is installed', () => {
  const code = shareScopeModule();
  const versions = sharedVersions();
  for (const name of SHARED_MODULES)
    expect(code).toContain(`  ${JSON.stringify(name)}: provide(${JSON.stringify(versions[name])}, `);
});

it('shares of a module with a declared surface what is declared, and a package as it exports itself', () => {
  const code = shareScopeModule();
  expect(code).toMatch(/^import \{ Router, [^}]*useParams \} from "react-router";$/m);
  expect(code).toMatch(/"react-router": provide\([^{}]*, \{ Router, [^}]*useParams \}\),/);
  expect(code).toMatch(/^import (shared\d) from "react";$[^]*"react": provide\(.*, \1\),/m);
});
