import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import { useAppState } from '../store.ts'
import { Brand } from './brand.tsx'
import { MenuEntries } from './menu-entries.tsx'

export const sidebarWidths = { wide: 256, narrow: 72 } as const

interface SidebarProps {
  isPhone: boolean
  isSheetOpen: boolean
  onClose: () => void
}

/** The menu, cut to what the person may see: a column, narrow or wide; a sheet on a phone. */
export function Sidebar({ isPhone, isSheetOpen, onClose }: SidebarProps) {
  const isWide = useAppState(({ customization }) => customization.opened)
  if (isPhone)
    return (
      <Drawer open={isSheetOpen} onClose={onClose} slotProps={{ paper: { 'aria-label': 'Menu', sx: { width: sidebarWidths.wide } } }}>
        <Brand isWide />
        <MenuEntries isWide onChosen={onClose} />
      </Drawer>
    )
  return (
    <Box
      component="aside"
      aria-label="Menu"
      sx={{
        position: 'fixed',
        inset: '0 auto 0 0',
        zIndex: 'appBar',
        width: isWide ? sidebarWidths.wide : sidebarWidths.narrow,
        display: 'flex',
        flexDirection: 'column',
        overflowX: 'hidden',
        transition: 'width 200ms',
        bgcolor: 'background.paper',
        borderRight: 1,
        borderColor: 'divider',
      }}
    >
      <Brand isWide={isWide} />
      <MenuEntries isWide={isWide} />
    </Box>
  )
}
