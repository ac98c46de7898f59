import { ListScreen } from '#kit/resource/list-screen.tsx'
import { stores } from './stores.resource.tsx'

export default function StoresScreen() {
  return <ListScreen resource={stores} />
}
