import { permissions } from '@larder/contract'
import { expect, test } from 'vitest'
import { builtInRoles } from '../../../api/src/modules/role/built-in-roles.ts'
import { grantsOf } from '../../../api/src/modules/role/role-install.service.ts'
import { menuGroups } from './pages.ts'
import { pages } from './routes.tsx'
import { sectionsOf } from './shell/navigation.ts'

test('every page of the menu has an icon of its own', () => {
  const shown = pages.filter(({ group }) => group)
  const icons = shown.map(({ icon }) => icon)
  expect(shown.filter(({ icon }, index) => !icon || icons.indexOf(icon) !== index).map(({ title }) => title)).toEqual([])
})

test('the menu of every built-in role is what the golden file says', async () => {
  const menus = builtInRoles.map((role) => {
    const grants = new Set<string>(role.isAdmin ? permissions : grantsOf(role))
    return new Set(
      sectionsOf(pages, (permission) => permission === 'signed-in' || grants.has(permission)).flatMap((section) => section.pages),
    )
  })
  const entries = menuGroups.flatMap(({ id, label }) => pages.filter(({ group }) => group === id).map((page) => ({ label, page })))
  const lines = entries.map(({ label, page }) => [
    label,
    page.title,
    page.permission,
    ...menus.map((menu) => (menu.has(page) ? 'yes' : '-')),
  ])
  const head = ['group', 'page', 'permission', ...builtInRoles.map(({ key }) => key)]
  await expect(`${[head, ...lines].map((cells) => cells.join(',')).join('\n')}\n`).toMatchFileSnapshot('./menu.golden.csv')
})
