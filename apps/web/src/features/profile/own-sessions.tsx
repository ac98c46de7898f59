import { type OwnSession, sessionContract } from '@larder/contract'
import { useRead, useWrite } from '#api/client.ts'
import { deviceOf } from '#entities/session/device.ts'
import { SessionFacts } from '#entities/session/session-facts.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { useNotify } from '#kit/notify.ts'

/** Where one is signed in, the latest used first; each can be ended, all others at once. */
export function OwnSessions() {
  const read = useRead(sessionContract.sessions, {})
  const [revokeOthers, { isBusy }] = useWrite(sessionContract.revokeOthers)
  const notify = useNotify()
  const endOthers = async () => {
    const { data, error } = await revokeOthers({})
    if (error) notify(error.message, 'error')
    else notify(data.ended === 1 ? 'Signed out of 1 other device' : `Signed out of ${data.ended} other devices`)
  }
  const hasOthers = read.data?.some(({ isCurrent }) => !isCurrent) ?? false
  return (
    <Card
      title="Where you are signed in"
      action={
        hasOthers && (
          <Button size="small" busy={isBusy} onClick={endOthers}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <Loading read={read}>
        {(sessions) => (
          <Stack gap={4} role="list">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </Stack>
        )}
      </Loading>
    </Card>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const { id, userAgent, isCurrent } = session
  const [revoke, { isBusy }] = useWrite(sessionContract.revoke)
  const notify = useNotify()
  const device = deviceOf(userAgent)
  const end = async () => {
    const { error } = await revoke({ params: { id } })
    notify(error ? error.message : `${device} is signed out`, error ? 'error' : 'success')
  }
  return (
    <SessionFacts session={session}>
      {!isCurrent && (
        <Button size="small" busy={isBusy} onClick={end}>
          Sign out<span className="unseen"> {device}</span>
        </Button>
      )}
    </SessionFacts>
  )
}
