import { ListScreen } from '#kit/resource/list-screen.tsx'
import { riders } from './riders.resource.tsx'

export default function RidersScreen() {
  return <ListScreen resource={riders} />
}
