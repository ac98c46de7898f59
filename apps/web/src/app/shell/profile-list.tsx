import { IconKeyboard, IconLogout, IconPalette, IconTransferOut, IconUser } from '@tabler/icons-react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import { signOut } from '#api/session.ts'
import { useCan } from '#kit/access/access.tsx'
import { MenuList } from '#kit/layout/menu.tsx'
import { profilePath } from '../paths.ts'
import { openOverlay } from './overlays.ts'

/** What a person does about themselves. */
export function ProfileList({ label, anchor, onClose }: { label: string; anchor: HTMLElement; onClose: () => void }) {
  const mayHandOver = useCan('hand-over.operate')
  const dispatch = useDispatch()
  const navigate = useNavigate()
  return (
    <MenuList
      label={label}
      anchor={anchor}
      onClose={onClose}
      entries={[
        { key: 'profile', label: 'Profile', icon: IconUser, onSelect: () => navigate(profilePath) },
        ...(mayHandOver
          ? [{ key: 'shift', label: 'Hand over shift', icon: IconTransferOut, onSelect: () => navigate('/order/hand-overs/new') }]
          : []),
        { key: 'theme', label: 'Theme', icon: IconPalette, onSelect: () => openOverlay('theme') },
        { key: 'shortcuts', label: 'Keyboard shortcuts', icon: IconKeyboard, hint: '?', onSelect: () => openOverlay('shortcuts') },
        { key: 'out', label: 'Sign out', icon: IconLogout, hint: label, onSelect: () => signOut(dispatch) },
      ]}
    />
  )
}
