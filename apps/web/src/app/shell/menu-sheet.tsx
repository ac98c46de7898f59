import Drawer from '@mui/material/Drawer'
import { Style } from '#kit/theme/style.tsx'
import { Brand } from './brand.tsx'
import { MenuEntries } from './menu-entries.tsx'

const width = 288

/** The menu on a phone, over the page. */
export function MenuSheet({ onClose }: { onClose: () => void }) {
  return (
    <Style>
      <Drawer open onClose={onClose} slotProps={{ paper: { 'aria-label': 'Menu', sx: { width } } }}>
        <Brand isWide />
        <MenuEntries onChosen={onClose} />
      </Drawer>
    </Style>
  )
}
