import { ListScreen } from '#kit/resource/list-screen.tsx'
import { cuisines } from './cuisines.resource.tsx'

export default function CuisinesScreen() {
  return <ListScreen resource={cuisines} />
}
