import { ListScreen } from '#kit/resource/list-screen.tsx'
import { prepareRows } from '#kit/resource/prepare-rows.ts'
import { storeLocations } from './store-locations.resource.tsx'

export const prepare = prepareRows(storeLocations)

export default function StoreLocationsScreen() {
  return <ListScreen resource={storeLocations} />
}
