import { alertContract, alertCountCap } from '@larder/contract'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useRead } from '#api/client.ts'
import { useSettled } from '#api/settled.ts'
import { useArrived } from '#entities/alert/use-arrived.ts'
import { IconButton } from '#kit/layout/button.tsx'
import { Popout } from '#kit/layout/popout.tsx'
import { AlertList } from './alert-list.tsx'
import './shell.css'

/** How many alerts this account has not read on any of its devices; opens the list of them. */
export function AlertBell() {
  const { data, refetch } = useRead(alertContract.list, useSettled() ? {} : null)
  const arrived = useArrived(data?.rows)
  // Whoever follows an alert leaves the page that it was opened over, and with it the list.
  const { key: here } = useLocation()
  const [asked, setOpened] = useState<{ anchor: HTMLElement; here: string } | null>(null)
  const opened = asked?.here === here ? asked : null
  const unread = (data?.unread.value ?? 0) + arrived.length
  const words = data?.unread.capped || unread > alertCountCap ? `${alertCountCap}+` : unread
  return (
    <>
      <span className="counted">
        <IconButton
          label={unread > 0 ? `Alerts: ${words} unread` : 'Alerts'}
          icon={IconBell}
          expanded={opened !== null}
          onClick={({ currentTarget }) => {
            setOpened({ anchor: currentTarget, here })
            refetch()
          }}
        />
        {unread > 0 && <b aria-hidden>{words}</b>}
      </span>
      {opened && (
        <Popout label="Alerts" anchor={opened.anchor} onClose={() => setOpened(null)} align="right" width={400} maxHeight="70vh">
          <AlertList alerts={data} arrived={arrived} isAllRead={unread === 0} />
        </Popout>
      )}
    </>
  )
}
