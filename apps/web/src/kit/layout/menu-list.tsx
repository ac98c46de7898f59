import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import MuiMenu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { Icon } from '@tabler/icons-react'
import { Style } from '../theme/style.tsx'

export interface MenuEntry {
  key: string
  label: string
  icon?: Icon
  hint?: string | null
  tone?: 'danger'
  disabled?: boolean
  onSelect: () => void
}

interface MenuListProps {
  label: string
  entries: readonly MenuEntry[]
  anchor: HTMLElement
  onClose: () => void
}

/** An open menu: arrows move in it, Escape closes it. */
export function MenuList({ label, entries, anchor, onClose }: MenuListProps) {
  return (
    <Style>
      <MuiMenu open anchorEl={anchor} onClose={onClose} slotProps={{ list: { 'aria-label': label, dense: true } }}>
        {entries.map(({ key, label: text, icon: EntryIcon, hint, tone, disabled, onSelect }) => (
          <MenuItem
            key={key}
            disabled={disabled ?? false}
            onClick={() => {
              onClose()
              onSelect()
            }}
            sx={{ color: tone === 'danger' ? 'error.main' : undefined, maxWidth: 360, whiteSpace: 'normal' }}
          >
            {EntryIcon && (
              <ListItemIcon sx={{ color: 'inherit' }}>
                <EntryIcon size={18} aria-hidden />
              </ListItemIcon>
            )}
            <ListItemText primary={text} secondary={hint} />
          </MenuItem>
        ))}
      </MuiMenu>
    </Style>
  )
}
