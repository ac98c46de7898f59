import { ListScreen } from '#kit/resource/list-screen.tsx'
import { areas } from './areas.resource.tsx'

export default function AreasScreen() {
  return <ListScreen resource={areas} />
}
