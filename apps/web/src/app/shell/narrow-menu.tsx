import { type Icon, IconPoint } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Popout } from '#kit/layout/popout.tsx'
import type { Page } from '../pages.ts'
import { useLit, useOwnEntries } from './menu-entries.tsx'
import { Entries } from './menu-group.tsx'
import { useSections } from './navigation.ts'
import './shell.css'

/** The narrow menu: what is pinned, then each group by its word, which opens beside it. */
export function NarrowMenu() {
  const sections = useSections()
  const { pinned } = useOwnEntries(sections)
  const lit = useLit()
  return (
    <nav aria-label="Pages" className="menu">
      {pinned.length > 0 && (
        <ul className="menu-group">
          {pinned.map((page) => (
            <Pinned key={page.path} page={page} isLit={lit.includes(page.path)} />
          ))}
        </ul>
      )}
      {sections.map(({ id, label, icon, pages }) => (
        <NarrowGroup key={id} label={label} icon={icon} isLit={pages.some(({ path }) => lit.includes(path))}>
          {(close) => <Entries entries={pages} lit={lit} onChosen={close} />}
        </NarrowGroup>
      ))}
    </nav>
  )
}

function Pinned({ page: { path, title, icon: PlaceIcon = IconPoint }, isLit }: { page: Page; isLit: boolean }) {
  return (
    <li>
      <Link to={path} aria-current={isLit ? 'page' : undefined}>
        <PlaceIcon size={18} aria-hidden />
        <span className="menu-word">{title}</span>
      </Link>
    </li>
  )
}

interface NarrowGroupProps {
  label: string
  icon: Icon
  isLit: boolean
  children: (close: () => void) => React.ReactNode
}

function NarrowGroup({ label, icon: GroupIcon, isLit, children }: NarrowGroupProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <button
        type="button"
        className={isLit ? 'menu-word-button lit' : 'menu-word-button'}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <GroupIcon size={18} aria-hidden />
        <span className="menu-word">{label}</span>
      </button>
      {anchor && (
        <Popout label={label} anchor={anchor} onClose={close} align="right" width={240}>
          <div className="menu-floating">{children(close)}</div>
        </Popout>
      )}
    </>
  )
}
