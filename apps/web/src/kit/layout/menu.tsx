import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import MuiMenu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type Icon, IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from './button.tsx'

export interface MenuEntry {
  key: string
  label: string
  icon?: Icon
  hint?: string | null
  tone?: 'danger'
  disabled?: boolean
  onSelect: () => void
}

interface MenuProps {
  label: string
  entries: readonly MenuEntry[]
  icon?: Icon
  /** What opens it, instead of the icon button. */
  trigger?: (open: (event: React.MouseEvent<HTMLElement>) => void, isOpen: boolean) => ReactNode
}

/** A button that opens a list of acts. */
export function Menu({ label, entries, icon = IconDots, trigger }: MenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const open = (event: React.MouseEvent<HTMLElement>) => setAnchor(event.currentTarget)
  const close = () => setAnchor(null)
  return (
    <>
      {trigger ? trigger(open, anchor !== null) : <IconButton label={label} icon={icon} onClick={open} expanded={anchor !== null} />}
      {anchor && (
        <MuiMenu open anchorEl={anchor} onClose={close} slotProps={{ list: { 'aria-label': label, dense: true } }}>
          {entries.map(({ key, label: text, icon: EntryIcon, hint, tone, disabled, onSelect }) => (
            <MenuItem
              key={key}
              disabled={disabled ?? false}
              onClick={() => {
                close()
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
      )}
    </>
  )
}
