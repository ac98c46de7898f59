import { expect, test } from 'vitest'
import { mayDo } from '#kit/access/access.tsx'
import { type BuiltInRole, builtInRoles } from '../../../api/src/modules/role/built-in-roles.ts'
import { grantsOf } from '../../../api/src/modules/role/role-install.service.ts'
import { person } from '../testing/render.tsx'
import { menuGroups } from './pages.ts'
import { pages } from './routes.ts'
import { matching, sectionsOf } from './shell/navigation.ts'

test('every page of the menu has an icon of its own', () => {
  const shown = pages.filter(({ group }) => group)
  const icons = shown.map(({ icon }) => icon)
  expect(shown.filter(({ icon }, index) => !icon || icons.indexOf(icon) !== index).map(({ title }) => title)).toEqual([])
})

/** Whose accounts somebody of a role sees who reaches as far as it may; the API says it of a person, and tests that. */
function accountsOf({ key: own, isAdmin, team, reach, may }: BuiltInRole): string[] {
  if (!isAdmin && !may.staff?.includes('V')) return []
  const all = builtInRoles.map(({ key }) => key)
  return isAdmin || reach === 'all' ? (team ? [own, ...team] : all) : ['branch-partner', 'office-staff', 'store-officer']
}

test('the menu of every built-in role is what the golden file says', async () => {
  const menus = builtInRoles.map((role) => {
    const me = person({ isAdmin: role.isAdmin ?? false, permissions: grantsOf(role), accounts: accountsOf(role) })
    return new Set(sectionsOf(pages, (permission) => mayDo(me, permission)).flatMap((section) => section.pages))
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

test('what is typed into the filter of the menu is looked for in titles first, then in the names of groups', () => {
  const all = sectionsOf(pages, () => true)
  const found = (typed: string) => matching(all, typed).flatMap((section) => section.pages.map(({ title }) => title))
  expect(found('rider e')[0]).toBe('Rider earnings')
  expect(found('rider p')[0], 'of the last group').toBe('Rider pay')
  expect(found('delivery rider earn')).toEqual(['Rider earnings'])
  expect(found('delivery')).toEqual(expect.arrayContaining(['Riders', 'Rider earnings']))
  expect(found('no such page')).toEqual([])
})
