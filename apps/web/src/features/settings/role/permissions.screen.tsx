import { type PermissionFacts, permissionContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { usePlaces } from '#kit/access/places.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { SearchInput } from '#kit/filters/search-input.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'
import { useAddress } from '#kit/use-address.ts'
import type { Prepare } from '#kit/visit.ts'
import { PermissionsTable } from './permissions-table.tsx'

const PermissionDialog = soon(() => import('./permission-dialog.tsx').then((module) => module.PermissionDialog))

export const prepare: Prepare = ({ read }) => {
  read(permissionContract.list, {})
}

/** Every permission there is: what it opens, who has it. One of them stands in the address, as `?permission=`. */
export default function PermissionsScreen() {
  const read = useRead(permissionContract.list, {})
  const [params, setAddress] = useAddress()
  const places = usePlaces()
  const set = (key: string, value: string) => setAddress({ [key]: value }, { replace: key === 'q' })
  const typed = params.get('q') ?? ''
  const open = read.data?.find(({ permission }) => permission === params.get('permission'))
  const screensOf = ({ permission }: PermissionFacts) => places.screensOf(permission)
  const found = (facts: PermissionFacts) => matches(facts, screensOf(facts), typed)
  return (
    <Page
      title="Permissions"
      subtitle="Everything that a role can be allowed to do. Roles are made of these; nothing can be added to the list."
    >
      <Stack gap={4}>
        <SearchInput text={typed} placeholder="Permission, screen, call or role" onSearch={(text) => set('q', text)} />
        <Loading read={read}>
          {(catalogue) => {
            const groups = [...Map.groupBy(catalogue.filter(found), ({ resource }) => resource)]
            if (groups.length === 0) return <Text tone="muted">Nothing matches.</Text>
            return groups.map(([resource, facts]) => (
              <PermissionsTable
                key={resource}
                resource={resource}
                facts={facts}
                screensOf={screensOf}
                pathOf={({ permission }) => `?${addressOf(params, permission)}`}
              />
            ))
          }}
        </Loading>
      </Stack>
      {open && <PermissionDialog facts={open} screens={screensOf(open)} onClose={() => set('permission', '')} />}
    </Page>
  )
}

function addressOf(params: URLSearchParams, permission: string): string {
  const next = new URLSearchParams(params)
  next.set('permission', permission)
  return String(next)
}

/** Whether what is said of a permission holds every word that was typed. */
function matches({ permission, words, resource, calls, roles }: PermissionFacts, screens: readonly string[], typed: string): boolean {
  const told = [
    permission,
    words,
    resource,
    ...screens,
    ...calls.flatMap(({ path, summary }) => [path, summary]),
    ...roles.map(({ name }) => name),
  ]
  const text = told.join(' ').toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
