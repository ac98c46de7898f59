import { type NewStore, type Store, storeContract, storeDefaultContract } from '@larder/contract'
import { useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { useCan } from '#kit/access/access.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { historyOf } from '#kit/resource/form/draft.ts'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { newStores } from './new-stores.resource.tsx'

const fixed = { isOnboarding: 'true' } as const

export const prepare: Prepare = prepareRows(newStores, fixed)
export const history: HistoryOf = () => historyOf(newStores)

/**
 * Stores on their way in, the drafts of my own, and the steps of a new one, which begins with the marketplace's defaults, or like the store
 * that `?clone=` names.
 */
export default function AddStoreScreen() {
  const [params] = useSearchParams()
  const cloned = params.get('clone')
  const mayAdd = useCan(storeContract.create.shape.permission)
  const defaults = useRead(storeDefaultContract.read, mayAdd ? {} : null).data
  const read = useRead(storeContract.get, cloned ? { params: { id: cloned as Store['id'] } } : null)
  const screen = (blank?: Partial<NewStore>, begins?: { title: string; words: string }) => (
    <ListScreen key={cloned} resource={newStores} fixed={fixed} title="Onboarding" {...(blank && { blank })} {...(begins && { begins })} />
  )
  if (!cloned) return screen(defaults)
  return (
    <Loading read={read} isPage>
      {(store) => screen({ ...defaults, ...likeOf(store), startsAs: 'draft' }, cloneOf(store))}
    </Loading>
  )
}

const cloneOf = ({ name }: Store) => ({
  title: `Clone ${name}`,
  words: `A new store that begins like ${name}: its hours, preparation and terms are filled in, and its menu is copied once the store is added.`,
})

/** What a store has in common with another one like it: everything but who and where it is, and its papers. */
function likeOf(store: Store): Partial<NewStore> {
  const { id, vertical, branch, legalName, email, openingHours, prepMinutes, busyExtraMinutes, autoAccept, maxOrdersPerQuarterHour } = store
  const { taxId, commissionPlan, commissionPpm, minOrder, packing } = store
  return {
    ...{ vertical, branchId: branch.id as NewStore['branchId'], legalName, email, copiesMenuOf: id },
    ...{ openingHours, prepMinutes, busyExtraMinutes, autoAccept, maxOrdersPerQuarterHour },
    ...{ taxId, commissionPlan, commissionPpm, minOrder, packing },
  }
}
