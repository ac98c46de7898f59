import { type StaffMember, staffContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { deviceOf } from '#entities/session/device.ts'
import { SessionFacts } from '#entities/session/session-facts.tsx'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { endSession } from './account-acts.ts'

/** Where a person is signed in; each session can be ended. */
export function SessionsTab({ staff }: { staff: StaffMember }) {
  const read = useRead(staffContract.sessions, { params: { id: staff.id } })
  return (
    <Card title="Signed in">
      <Loading read={read}>
        {(sessions) =>
          sessions.length === 0 ? (
            <Text tone="muted">{staff.name} is not signed in anywhere.</Text>
          ) : (
            <Stack gap={4} role="list">
              {sessions.map((session) => (
                <SessionFacts key={session.id} session={session}>
                  <ActionButton action={endSession(session.id, deviceOf(session.userAgent))} row={staff} size="small" />
                </SessionFacts>
              ))}
            </Stack>
          )
        }
      </Loading>
    </Card>
  )
}
