import { ListScreen } from '#kit/resource/list-screen.tsx'
import { prepareRows } from '#kit/resource/prepare-rows.ts'
import { crates } from './crates.resource.tsx'

export const prepare = prepareRows(crates)

export default function CratesScreen() {
  return <ListScreen resource={crates} />
}
