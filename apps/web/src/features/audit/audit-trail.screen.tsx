import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import { auditTrail } from './audit-trail.resource.tsx'
import { LastVerdict, VerifyButton } from './verification.tsx'

export const prepare = prepareRows(auditTrail)

export default function AuditTrailScreen() {
  return (
    <ListScreen resource={auditTrail} toolbar={<VerifyButton />}>
      <LastVerdict />
    </ListScreen>
  )
}
