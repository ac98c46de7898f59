import Drawer from '@mui/material/Drawer'
import { useAppState } from '../store.ts'
import { Brand } from './brand.tsx'
import { MenuEntries } from './menu-entries.tsx'
import './shell.css'

interface SidebarProps {
  isPhone: boolean
  isSheetOpen: boolean
  onClose: () => void
}

const sheetWidth = 256

/** The menu, cut to what the person may see: a column, narrow or wide; a sheet on a phone. */
export function Sidebar({ isPhone, isSheetOpen, onClose }: SidebarProps) {
  const isWide = useAppState(({ customization }) => customization.opened)
  if (isPhone)
    return (
      <Drawer open={isSheetOpen} onClose={onClose} slotProps={{ paper: { 'aria-label': 'Menu', sx: { width: sheetWidth } } }}>
        <Brand isWide />
        <MenuEntries isWide onChosen={onClose} />
      </Drawer>
    )
  return (
    <aside aria-label="Menu" className={isWide ? 'shell-side' : 'shell-side narrow'}>
      <Brand isWide={isWide} />
      <MenuEntries isWide={isWide} />
    </aside>
  )
}
