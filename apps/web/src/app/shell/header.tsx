import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2, IconSearch } from '@tabler/icons-react'
import { useDispatch } from 'react-redux'
import { IconButton } from '#kit/layout/button.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { openedSet } from '#state/customization.ts'
import { useAppState } from '../store.ts'
import { AlertBell } from './alert-bell.tsx'
import { ConnectionChip } from './connection-chip.tsx'
import { openOverlay } from './overlays.ts'
import { ProfileMenu } from './profile-menu.tsx'
import { SoundMenu } from './sound-menu.tsx'
import { ThemeButton } from './theme-button.tsx'

export const headerHeight = 56

/** Search, the live connection, alerts, theme, the person. */
export function Header({ isPhone, onOpenSheet }: { isPhone: boolean; onOpenSheet: () => void }) {
  const isWide = useAppState(({ customization }) => customization.opened)
  const dispatch = useDispatch()
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: headerHeight,
        px: { xs: 2, sm: 4 },
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
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
      <Row gap={1} sx={{ ml: 'auto', flexWrap: 'nowrap' }}>
        <ConnectionChip isShort={isPhone} />
        <SoundMenu />
        <AlertBell />
        {!isPhone && <ThemeButton />}
        <ProfileMenu />
      </Row>
    </Box>
  )
}

function SearchBox() {
  return (
    <ButtonBase
      onClick={() => openOverlay('palette')}
      aria-keyshortcuts="Control+K Meta+K"
      sx={{
        width: 'min(420px, 40vw)',
        height: 36,
        px: 3,
        gap: 2,
        justifyContent: 'start',
        border: 1,
        borderColor: 'divider',
        borderRadius: 0.66,
        color: 'text.secondary',
      }}
    >
      <IconSearch size={18} aria-hidden />
      <Text tone="muted" cut>
        Search orders, stores, people, pages
      </Text>
      <Box
        component="kbd"
        aria-hidden
        sx={{ ml: 'auto', fontSize: 12, fontFamily: 'inherit', border: 1, borderColor: 'divider', borderRadius: 0.4, px: 1.5 }}
      >
        {isApple() ? '⌘K' : 'Ctrl K'}
      </Box>
    </ButtonBase>
  )
}

function isApple(): boolean {
  return /Mac|iP(hone|ad)/.test(navigator.userAgent)
}
