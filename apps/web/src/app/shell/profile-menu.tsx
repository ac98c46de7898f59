import { IconKeyboard, IconLogout, IconPalette, IconTransferOut, IconUser } from '@tabler/icons-react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import { signOut } from '#api/session.ts'
import { useCan, useMe } from '#kit/access/access.tsx'
import { Portrait } from '#kit/cells/portrait.tsx'
import { Menu } from '#kit/layout/menu.tsx'
import { profilePath } from '../paths.ts'
import { openOverlay } from './overlays.ts'
import './shell.css'

/** Who is signed in, and the way out. */
export function ProfileMenu() {
  const { name, roleName, imageId } = useMe()
  const mayHandOver = useCan('hand-over.operate')
  const dispatch = useDispatch()
  const navigate = useNavigate()
  return (
    <Menu
      label={`${name}, ${roleName}`}
      trigger={(open, isOpen) => (
        <button type="button" className="avatar" onClick={open} aria-haspopup="menu" aria-expanded={isOpen}>
          <Portrait name={name} imageId={imageId} />
          <span className="unseen">{`${name}, ${roleName}`}</span>
        </button>
      )}
      entries={[
        { key: 'profile', label: 'Profile', icon: IconUser, onSelect: () => navigate(profilePath) },
        ...(mayHandOver
          ? [{ key: 'shift', label: 'Hand over shift', icon: IconTransferOut, onSelect: () => navigate('/order/hand-overs/new') }]
          : []),
        { key: 'theme', label: 'Theme', icon: IconPalette, onSelect: () => openOverlay('theme') },
        { key: 'shortcuts', label: 'Keyboard shortcuts', icon: IconKeyboard, hint: '?', onSelect: () => openOverlay('shortcuts') },
        { key: 'out', label: 'Sign out', icon: IconLogout, hint: `${name}, ${roleName}`, onSelect: () => signOut(dispatch) },
      ]}
    />
  )
}
