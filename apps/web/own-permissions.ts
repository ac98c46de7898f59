import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { PermissionRow } from '../../packages/contract/src/permission-row.ts'

const contract = join(import.meta.dirname, '../../packages/contract/src')
const alone = '\0own-permissions'

/**
 * Gives the list of permissions what contracts have of their own without these contracts: else whatever looks at a role would load them all. It
 * runs the contract and writes down what `resources.ts` has then, without who has it from the first day, which is read from roles.
 */
export function ownPermissions(): Plugin {
  return {
    name: 'own-permissions',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => (source === './resources.ts' && importer === join(contract, 'permission-list.ts') ? alone : null),
    async load(id) {
      if (id !== alone) return null
      const { ownPermissions: own }: { ownPermissions: Record<string, PermissionRow> } = await import(join(contract, 'resources.ts'))
      const told = Object.entries(own).map(([resource, { roles: _, ...facts }]) => [resource, facts])
      return `export const ownPermissions = ${JSON.stringify(Object.fromEntries(told))}`
    },
  }
}
