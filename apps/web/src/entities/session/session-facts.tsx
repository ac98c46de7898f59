import type { OwnSession } from '@larder/contract'
import type { ReactNode } from 'react'
import { When } from '#kit/cells/when.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { deviceOf } from './device.ts'

interface SessionFactsProps {
  session: OwnSession
  /** What can be done with it. */
  children?: ReactNode
}

/** A session as one of a list: the device, from where, since when. */
export function SessionFacts({ session, children }: SessionFactsProps) {
  const { userAgent, address, isCurrent, lastSeenAt, createdAt } = session
  return (
    <Row justify="space-between" role="listitem">
      <div>
        <Text as="div" weight={500} title={userAgent ?? undefined}>
          {deviceOf(userAgent)}
          {isCurrent && (
            <Text size={13} tone="accent">
              {' '}
              · this device
            </Text>
          )}
        </Text>
        <Text as="div" size={13} tone="muted">
          {address ?? 'Unknown address'} · last seen <When at={lastSeenAt} /> · signed in <When at={createdAt} />
        </Text>
      </div>
      {children}
    </Row>
  )
}
