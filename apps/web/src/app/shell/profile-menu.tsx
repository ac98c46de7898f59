import Avatar from '@mui/material/Avatar'
import ButtonBase from '@mui/material/ButtonBase'
import { IconKeyboard, IconLogout, IconPalette } from '@tabler/icons-react'
import { useDispatch } from 'react-redux'
import { signOut } from '#api/session.ts'
import { useMe } from '#kit/access/access.tsx'
import { Menu } from '#kit/layout/menu.tsx'
import { openOverlay } from './overlays.ts'

/** Who is signed in, and the way out. */
export function ProfileMenu() {
  const { name, roleName } = useMe()
  const dispatch = useDispatch()
  return (
    <Menu
      label={`${name}, ${roleName}`}
      trigger={(open, isOpen) => (
        <ButtonBase onClick={open} aria-haspopup="menu" aria-expanded={isOpen} sx={{ borderRadius: '50%', p: 1 }}>
          <Avatar aria-hidden sx={{ width: 32, height: 32, fontSize: 13, bgcolor: 'primary.main', color: 'primary.contrastText' }}>
            {initialsOf(name)}
          </Avatar>
          <span className="unseen">{`${name}, ${roleName}`}</span>
        </ButtonBase>
      )}
      entries={[
        { key: 'theme', label: 'Theme', icon: IconPalette, onSelect: () => openOverlay('theme') },
        { key: 'shortcuts', label: 'Keyboard shortcuts', icon: IconKeyboard, hint: '?', onSelect: () => openOverlay('shortcuts') },
        { key: 'out', label: 'Sign out', icon: IconLogout, hint: `${name}, ${roleName}`, onSelect: () => signOut(dispatch) },
      ]}
    />
  )
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.charAt(0) ?? '').join('')
}
