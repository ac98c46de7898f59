import { useMe } from '#kit/access/access.tsx'
import { historyOf } from '#kit/resource/form/draft.ts'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { HistoryOf } from '#kit/visit.ts'
import { branches } from './branches.resource.tsx'

export const prepare = prepareRows(branches)

export const history: HistoryOf = () => historyOf(branches)

export default function BranchesScreen() {
  const { currency, timeZone } = useMe()
  return <ListScreen resource={branches} blank={{ currency, timeZone }} />
}
