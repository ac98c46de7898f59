import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Who sees which page of the menu, as a unit test of the web keeps it.
const golden = readFileSync(join(import.meta.dirname, '../../apps/web/src/app/menu.golden.csv'), 'utf8')
const [head = [], ...lines] = golden
  .trimEnd()
  .split('\n')
  .map((line) => line.split(','))

/** The roles of a demo installation: each has an account by its own name. */
export const menuRoles = head.slice(3)

/** The menu of a role by group. */
export function menuOf(role: string): Record<string, string[]> {
  const column = head.indexOf(role)
  const menu: Record<string, string[]> = {}
  for (const line of lines) {
    const [group = '', page = ''] = line
    if (line[column] === 'yes') menu[group] = [...(menu[group] ?? []), page]
  }
  return menu
}
