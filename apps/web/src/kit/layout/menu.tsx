import { type Icon, IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { soon } from '../lazily.tsx'
import { IconButton } from './button.tsx'
import type { MenuEntry } from './menu-list.tsx'

/** An open menu, hanging from what opened it. */
export const MenuList = soon(() => import('./menu-list.tsx').then((module) => module.MenuList))

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
      {anchor && <MenuList label={label} entries={entries} anchor={anchor} onClose={close} />}
    </>
  )
}
