import { auditVerdictContract } from '@larder/contract'
import { TaskButton } from '#kit/actions/task-button.tsx'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import { auditTrail } from './audit-trail.resource.tsx'
import { LastVerdict } from './verification.tsx'

export const prepare = prepareRows(auditTrail)

export default function AuditTrailScreen() {
  return (
    <ListScreen
      resource={auditTrail}
      toolbar={<TaskButton endpoint={auditVerdictContract.verify} label="Verify" failed="The record was not verified" />}
    >
      <LastVerdict />
    </ListScreen>
  )
}
