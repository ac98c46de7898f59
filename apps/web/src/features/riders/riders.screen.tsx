import { ListScreen } from '#kit/resource/list-screen.tsx'
import { prepareRows } from '#kit/resource/prepare-rows.ts'
import { riders } from './riders.resource.tsx'

export const prepare = prepareRows(riders)

export default function RidersScreen() {
  return <ListScreen resource={riders} />
}
