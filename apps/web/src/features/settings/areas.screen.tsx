import { ListScreen } from '#kit/resource/list-screen.tsx'
import { prepareRows } from '#kit/resource/prepare-rows.ts'
import { areas } from './areas.resource.tsx'

export const prepare = prepareRows(areas)

export default function AreasScreen() {
  return <ListScreen resource={areas} />
}
