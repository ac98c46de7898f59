import { ListScreen } from '#kit/resource/list-screen.tsx'
import { crates } from './crates.resource.tsx'

export default function CratesScreen() {
  return <ListScreen resource={crates} />
}
