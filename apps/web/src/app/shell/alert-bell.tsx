import { type Alert, eventContract } from '@larder/contract'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { useRead } from '#api/client.ts'
import { useLive } from '#api/live.ts'
import { useSettled } from '#api/settled.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { EmptyState } from '#kit/feedback/feedback.tsx'
import { IconButton } from '#kit/layout/button.tsx'
import { Popout } from '#kit/layout/popout.tsx'
import { Timeline, type TimelineEntry } from '#kit/panels/timeline.tsx'
import { alertsRead } from '#state/preference.ts'
import { useAppState } from '../store.ts'
import './shell.css'

/** What the badge counts to. */
const most = 99
const pollSeconds = 60
const tones = { success: 'good', info: 'info', warning: 'warning', error: 'bad' } as const

/** Alerts to staff that still matter, newest first, and those that arrive; what came after the bell was last opened is new. */
export function AlertBell() {
  const alerts = useAlerts()
  const readAt = useAppState(({ preference }) => preference.alertsReadAt)
  const [opened, setOpened] = useState<{ anchor: HTMLElement; readAt: string | null } | null>(null)
  const dispatch = useDispatch()
  const unread = alerts.filter(({ at }) => isNew(at, readAt)).length
  return (
    <>
      <span className="counted">
        <IconButton
          label={unread > 0 ? `Alerts: ${unread} new` : 'Alerts'}
          icon={IconBell}
          expanded={opened !== null}
          onClick={({ currentTarget }) => {
            setOpened({ anchor: currentTarget, readAt })
            const newest = alerts[0]?.at
            if (newest && isNew(newest, readAt)) dispatch(alertsRead(newest))
          }}
        />
        {unread > 0 && <b aria-hidden>{unread > most ? `${most}+` : unread}</b>}
      </span>
      {opened && (
        <Popout label="Alerts" anchor={opened.anchor} onClose={() => setOpened(null)} align="right" width={360} maxHeight="70vh">
          {alerts.length === 0 ? (
            <EmptyState title="No alerts" text="Late orders, paused stores and the like appear here." />
          ) : (
            <Timeline entries={alerts.map((alert) => entryOf(alert, isNew(alert.at, opened.readAt)))} />
          )}
        </Popout>
      )}
    </>
  )
}

/** What matters still, as the server says, with what has arrived since; newest first. */
function useAlerts(): Alert[] {
  const { messages } = useLive()
  const { data } = useRead(eventContract.alerts, useSettled() ? {} : null, { pollSeconds })
  const known = new Map([...messages, ...(data ?? [])].map((alert) => [alert.id, alert]))
  return [...known.values()].sort((a, b) => (a.at < b.at ? 1 : -1))
}

function isNew(at: string, readAt: string | null): boolean {
  return readAt === null || at > readAt
}

function entryOf({ id, at, title, text, tone, entity, entityId }: Alert, isFresh: boolean): TimelineEntry {
  const what =
    entity && entityId ? (
      <PlaceLink entity={entity} id={entityId}>
        {title}
      </PlaceLink>
    ) : (
      title
    )
  return { id, at, who: isFresh ? 'New' : '', what, note: text, tone: tones[tone] }
}
