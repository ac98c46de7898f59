import type { StaffMessage } from '@larder/contract'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { useLive } from '#api/live.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { EmptyState } from '#kit/feedback/feedback.tsx'
import { IconButton } from '#kit/layout/button.tsx'
import { Popout } from '#kit/layout/popout.tsx'
import { Timeline, type TimelineEntry } from '#kit/panels/timeline.tsx'
import { messagesRead } from '#state/live.ts'
import './shell.css'

/** What the badge counts to. */
const most = 99
const tones = { success: 'good', info: 'info', warning: 'warning', error: 'bad' } as const

/** Alerts to staff that arrived while this page is open, newest first. */
export function AlertBell() {
  const { messages, read } = useLive()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const dispatch = useDispatch()
  const unread = messages.length - read
  return (
    <>
      <span className="counted">
        <IconButton
          label={unread > 0 ? `Alerts: ${unread} new` : 'Alerts'}
          icon={IconBell}
          expanded={anchor !== null}
          onClick={(event) => {
            setAnchor(event.currentTarget)
            dispatch(messagesRead())
          }}
        />
        {unread > 0 && <b aria-hidden>{unread > most ? `${most}+` : unread}</b>}
      </span>
      {anchor && (
        <Popout label="Alerts" anchor={anchor} onClose={() => setAnchor(null)} align="right" width={360} maxHeight="70vh">
          {messages.length === 0 ? (
            <EmptyState title="No alerts" text="Late orders, paused stores and the like appear here." />
          ) : (
            <Timeline entries={messages.toReversed().map(entryOf)} />
          )}
        </Popout>
      )}
    </>
  )
}

function entryOf({ id, at, title, text, tone, entity, entityId }: StaffMessage): TimelineEntry {
  const what =
    entity && entityId ? (
      <PlaceLink entity={entity} id={entityId}>
        {title}
      </PlaceLink>
    ) : (
      title
    )
  return { id, at, who: '', what, note: text, tone: tones[tone] }
}
