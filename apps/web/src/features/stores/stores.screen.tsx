import { ListScreen } from '#kit/resource/list-screen.tsx'
import { prepareRows } from '#kit/resource/prepare-rows.ts'
import { stores } from './stores.resource.tsx'

export const prepare = prepareRows(stores)

export default function StoresScreen() {
  return <ListScreen resource={stores} />
}
