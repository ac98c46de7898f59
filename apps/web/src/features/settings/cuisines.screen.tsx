import { ListScreen } from '#kit/resource/list-screen.tsx'
import { prepareRows } from '#kit/resource/prepare-rows.ts'
import { cuisines } from './cuisines.resource.tsx'

export const prepare = prepareRows(cuisines)

export default function CuisinesScreen() {
  return <ListScreen resource={cuisines} />
}
