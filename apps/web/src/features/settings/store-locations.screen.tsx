import { ListScreen } from '#kit/resource/list-screen.tsx'
import { storeLocations } from './store-locations.resource.tsx'

export default function StoreLocationsScreen() {
  return <ListScreen resource={storeLocations} />
}
