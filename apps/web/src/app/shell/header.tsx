import {
  IconBell,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
  IconPalette,
  IconSearch,
  IconVolume,
} from '@tabler/icons-react'
import { useDispatch } from 'react-redux'
import { useCan } from '#kit/access/access.tsx'
import { late } from '#kit/late.tsx'
import { IconButton } from '#kit/layout/button.tsx'
import { Text } from '#kit/layout/text.tsx'
import { openedSet } from '#state/customization.ts'
import { useAppState } from '../store.ts'
import { openOverlay } from './overlays.ts'
import { ProfileMenu } from './profile-menu.tsx'
import './shell.css'

const AlertBell = late(
  () => import('./alert-bell.tsx').then((module) => module.AlertBell),
  () => <IconButton label="Alerts" icon={IconBell} disabled />,
)
const ConnectionChip = late(() => import('./connection-chip.tsx').then((module) => module.ConnectionChip))
const SoundMenu = late(
  () => import('./sound-menu.tsx').then((module) => module.SoundMenu),
  () => (useCan('order.operate') ? <IconButton label="Order sound" icon={IconVolume} disabled /> : null),
)
const TaskTray = late(() => import('#features/tasks/task-tray.tsx').then((module) => module.TaskTray))

/** Search, the live connection, alerts, theme, the person. */
export function Header({ isPhone, onOpenSheet }: { isPhone: boolean; onOpenSheet: () => void }) {
  const isWide = useAppState(({ customization }) => customization.opened)
  const dispatch = useDispatch()
  return (
    <header className="shell-head">
      {isPhone ? (
        <IconButton label="Menu" icon={IconMenu2} onClick={onOpenSheet} />
      ) : (
        <IconButton
          label={isWide ? 'Make the menu narrow' : 'Make the menu wide'}
          icon={isWide ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand}
          expanded={isWide}
          onClick={() => dispatch(openedSet(!isWide))}
        />
      )}
      {isPhone ? <IconButton label="Search" icon={IconSearch} onClick={() => openOverlay('palette')} /> : <SearchBox />}
      <div className="end">
        <ConnectionChip isShort={isPhone} />
        <SoundMenu />
        <TaskTray />
        <AlertBell />
        {!isPhone && <ThemeButton />}
        <ProfileMenu />
      </div>
    </header>
  )
}

function SearchBox() {
  return (
    <button type="button" className="search-box" aria-keyshortcuts="Control+K Meta+K" onClick={() => openOverlay('palette')}>
      <IconSearch size={18} aria-hidden />
      <Text tone="muted" cut>
        Search orders, stores, people, pages
      </Text>
      <kbd aria-hidden>{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
  )
}

function isApple(): boolean {
  return /Mac|iP(hone|ad)/.test(navigator.userAgent)
}

function ThemeButton() {
  return <IconButton label="Theme" icon={IconPalette} onClick={() => openOverlay('theme')} />
}
