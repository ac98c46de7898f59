import {
  type AccountPage,
  accountPageKeys,
  accountPages,
  roleContract,
  type ScopeKind,
  type StaffScope,
  scopeKinds,
} from '@larder/contract'
import { useLocation } from 'react-router'
import { useRead } from '#api/client.ts'
import { useMe } from '#kit/access/access.tsx'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { Prepare } from '#kit/visit.ts'
import { accounts } from './accounts.resource.tsx'

/** Which role a path shows is its last word; null for the page of all. */
const roleOf = (path: string): AccountPage | null => accountPageKeys.find((key) => key === path.split('/').at(-1)) ?? null
const fixedTo = (role: AccountPage | null) => (role ? { role } : undefined)

export const prepare: Prepare = (visit) => prepareRows(accounts, fixedTo(roleOf(visit.address.pathname)))(visit)

/** As far as the role may reach, and oneself. */
function widest(own: StaffScope, reach: ScopeKind): StaffScope {
  const kind = scopeKinds.findLast((each) => each === own.kind || each === reach) ?? reach
  return { kind, ids: kind === own.kind && own.ids.length === 1 ? own.ids : [] }
}

const ofOneRole = accounts.columns.filter(({ key }) => key !== 'role')

/** One screen for the ten paths, and for all of the staff together: administrators, and whoever has a role without a page. */
export default function AccountsScreen() {
  const role = roleOf(useLocation().pathname)
  const { data: roles } = useRead(roleContract.assignable, role ? {} : null)
  const own = useMe().scope
  const given = roles?.find(({ key, because }) => key === role && because === null)
  return role ? (
    <ListScreen
      key={role}
      resource={accounts}
      fixed={{ role }}
      columns={ofOneRole}
      title={accountPages[role]}
      {...(given && { blank: { roleId: given.id, scope: widest(own, given.reach) } })}
    />
  ) : (
    <ListScreen key="all" resource={accounts} title="All staff" />
  )
}
