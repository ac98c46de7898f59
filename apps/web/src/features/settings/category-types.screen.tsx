import { verticalKeys, verticals } from '@larder/contract'
import { useLocation } from 'react-router'
import { ListScreen } from '#kit/resource/list-screen.tsx'
import { categoryTypes } from './category-types.resource.tsx'

/** One screen for the five paths: which vertical it shows is the path's last word. */
export default function CategoryTypesScreen() {
  const word = useLocation().pathname.split('/').at(-1)
  const vertical = verticalKeys.find((key) => verticals[key].categoryTypesPath === word) ?? verticalKeys[0]
  return <ListScreen key={vertical} resource={categoryTypes} fixed={{ vertical }} title={`Category types: ${verticals[vertical].plural}`} />
}
