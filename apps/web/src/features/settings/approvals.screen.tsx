import { ListScreen } from '#kit/resource/list-screen.tsx'
import { prepareRows } from '#kit/resource/prepare-rows.ts'
import { approvals } from './approvals.resource.tsx'

export const prepare = prepareRows(approvals)

export default function ApprovalsScreen() {
  return <ListScreen resource={approvals} />
}
