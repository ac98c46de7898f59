import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const contract = join(import.meta.dirname, '../../packages/contract/src')
const alone = '\0own-permissions'

/**
 * Gives the list of permissions what contracts have of their own without these contracts: else whatever looks at a role would load them all. The
 * permissions are cut out of the files that `resources.ts` names.
 */
export function ownPermissions(): Plugin {
  return {
    name: 'own-permissions',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => (source === './resources.ts' && importer === join(contract, 'permission-list.ts') ? alone : null),
    load: (id) => (id === alone ? textOf(readFileSync(join(contract, 'resources.ts'), 'utf8')) : null),
  }
}

function textOf(resources: string): string {
  const named = [...resources.matchAll(/^import \{ (\w+) \} from '(.+)'$/gm)].map(([, name = '', path = '']) => {
    const [, row] = new RegExp(`^export const ${name} = (\\{.*?^\\}) as const`, 'ms').exec(readFileSync(join(contract, path), 'utf8')) ?? []
    if (!row) throw new Error(`${path} has no ${name}`)
    return `const ${name} = ${row.replace(/^ +roles: \{[^{}]*\},$/m, '')}`
  })
  return [...named, /^export const ownPermissions = \{.*?^\}/ms.exec(resources)?.[0]].join('\n')
}
