import { storeContract, storeDefaultContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { useCan } from '#kit/access/access.tsx'
import { historyOf } from '#kit/resource/form/draft.ts'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { newStores } from './new-stores.resource.tsx'

const fixed = { isOnboarding: 'true' } as const

export const prepare: Prepare = prepareRows(newStores, fixed)
export const history: HistoryOf = () => historyOf(newStores)

/** Stores on their way in, the drafts of my own, and the steps of a new one, which begins with the marketplace's defaults. */
export default function AddStoreScreen() {
  const mayAdd = useCan(storeContract.create.shape.permission)
  const defaults = useRead(storeDefaultContract.read, mayAdd ? {} : null).data
  return <ListScreen resource={newStores} fixed={fixed} title="Onboarding" {...(defaults && { blank: defaults })} />
}
