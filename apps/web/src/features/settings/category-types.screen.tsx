import { verticalKeys, verticals } from '@larder/contract'
import { Navigate, useLocation } from 'react-router'
import { historyOf } from '#kit/resource/form/draft.ts'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { useOpenRow } from '#kit/resource/list/use-open-row.ts'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import { useRecord } from '#kit/resource/use-record.ts'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { categoryTypes } from './category-types.resource.tsx'

/** Which vertical a path shows is its last word. */
const verticalOf = (path: string) =>
  verticalKeys.find((key) => verticals[key].categoryTypesPath === path.split('/').at(-1)) ?? verticalKeys[0]

export const prepare: Prepare = (visit) => prepareRows(categoryTypes, { vertical: verticalOf(visit.address.pathname) })(visit)

export const history: HistoryOf = () => historyOf(categoryTypes)

/** One screen for the five paths. A link to a type knows no vertical: it leads on to the page of the one that the type is of. */
export default function CategoryTypesScreen() {
  const { pathname, search } = useLocation()
  const vertical = verticalOf(pathname)
  const { openId } = useOpenRow(categoryTypes)
  const { data: opened } = useRecord(categoryTypes, openId === 'new' ? null : openId)
  if (opened?.id === openId && opened.vertical !== vertical)
    return <Navigate to={`/settings/${verticals[opened.vertical].categoryTypesPath}${search}`} replace />
  return <ListScreen key={vertical} resource={categoryTypes} fixed={{ vertical }} title={`${verticals[vertical].kind} types`} />
}
