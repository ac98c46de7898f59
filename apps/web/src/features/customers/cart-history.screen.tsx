import { type Vertical, verticalKeys } from '@larder/contract'
import { useParams } from 'react-router'
import { historyOf } from '#kit/resource/form/draft.ts'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import type { HistoryOf } from '#kit/visit.ts'
import { carts } from './carts.resource.tsx'

export const history: HistoryOf = () => historyOf(carts)

/** The carts of one customer in one vertical, which the address names by its word or by its `storeType`; of any other word, in all. */
export default function CartHistoryScreen() {
  const { id = '', type = '' } = useParams()
  const vertical = verticalOf(type)
  return <ListScreen resource={carts} fixed={{ customerId: id, ...(vertical && { vertical }) }} />
}

function verticalOf(type: string): Vertical | undefined {
  return verticalKeys.find((key, at) => key === type || String(at + 1) === type)
}
