import { verticalKeys, verticals } from '@larder/contract'
import { useLocation } from 'react-router'
import { ListScreen } from '#kit/resource/list-screen.tsx'
import { prepareRows } from '#kit/resource/prepare-rows.ts'
import type { Prepare } from '#kit/visit.ts'
import { categoryTypes } from './category-types.resource.tsx'

/** Which vertical a path shows is its last word. */
const verticalOf = (path: string) =>
  verticalKeys.find((key) => verticals[key].categoryTypesPath === path.split('/').at(-1)) ?? verticalKeys[0]

export const prepare: Prepare = (visit) => prepareRows(categoryTypes, { vertical: verticalOf(visit.address.pathname) })(visit)

/** One screen for the five paths. */
export default function CategoryTypesScreen() {
  const vertical = verticalOf(useLocation().pathname)
  return <ListScreen key={vertical} resource={categoryTypes} fixed={{ vertical }} title={`${verticals[vertical].kind} types`} />
}
