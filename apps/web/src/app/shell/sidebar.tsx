import { soon } from '#kit/lazily.tsx'
import { useAppState } from '../store.ts'
import { Brand } from './brand.tsx'
import { MenuEntries } from './menu-entries.tsx'
import './shell.css'

interface SidebarProps {
  isPhone: boolean
  isSheetOpen: boolean
  onClose: () => void
}

const NarrowMenu = soon(() => import('./narrow-menu.tsx').then((module) => module.NarrowMenu))
const MenuSheet = soon(() => import('./menu-sheet.tsx').then((module) => module.MenuSheet))

/** The menu, cut to what the person may see: a column, narrow or wide; a sheet on a phone. */
export function Sidebar({ isPhone, isSheetOpen, onClose }: SidebarProps) {
  const isWide = useAppState(({ customization }) => customization.opened)
  if (isPhone) return isSheetOpen && <MenuSheet onClose={onClose} />
  return (
    <aside aria-label="Menu" className={isWide ? 'shell-side' : 'shell-side narrow'}>
      <Brand isWide={isWide} />
      {isWide ? <MenuEntries /> : <NarrowMenu />}
    </aside>
  )
}
