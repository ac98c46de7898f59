import { IconChevronDown, IconPoint } from '@tabler/icons-react'
import { useDispatch } from 'react-redux'
import { Link } from 'react-router'
import { Tip } from '#kit/layout/tip.tsx'
import { menuOpened } from '#state/customization.ts'
import type { Page } from '../pages.ts'
import { useAppState } from '../store.ts'
import { trailOf, useCurrentPage } from './current-page.ts'
import { type Section, useSections } from './navigation.ts'
import { pageIcons } from './page-icons.ts'
import './shell.css'

interface MenuEntriesProps {
  isWide: boolean
  onChosen?: () => void
}

/** Groups of pages; one group is open at a time, at first the one that one is in. */
export function MenuEntries({ isWide, onChosen }: MenuEntriesProps) {
  const sections = useSections()
  const page = useCurrentPage()
  const trail = page ? trailOf(page).map(({ path }) => path) : []
  const opened = useAppState(({ customization }) => customization.isOpen)
  const ownGroup = sections.find((section) => section.pages.some(({ path }) => trail.includes(path)))?.id
  const openGroup = opened[0] ?? ownGroup ?? sections[0]?.id
  return (
    <nav aria-label="Pages" className="menu">
      {sections.map((section) =>
        isWide && sections.length > 1 ? (
          <Group key={section.id} section={section} isOpen={openGroup === section.id}>
            <Entries pages={section.pages} lit={trail} isWide {...(onChosen && { onChosen })} />
          </Group>
        ) : (
          <div key={section.id} className="menu-group">
            <Entries pages={section.pages} lit={trail} isWide={isWide} {...(onChosen && { onChosen })} />
          </div>
        ),
      )}
    </nav>
  )
}

function Group({ section, isOpen, children }: { section: Section; isOpen: boolean; children: React.ReactNode }) {
  const dispatch = useDispatch()
  return (
    <div className="menu-group">
      <button type="button" onClick={() => dispatch(menuOpened(isOpen ? 'none' : section.id))} aria-expanded={isOpen}>
        {section.label}
        <IconChevronDown size={14} aria-hidden />
      </button>
      <div className={isOpen ? 'menu-fold' : 'menu-fold closed'}>{children}</div>
    </div>
  )
}

function Entries({ pages, lit, isWide, onChosen }: { pages: readonly Page[]; lit: readonly string[] } & MenuEntriesProps) {
  return (
    <ul>
      {pages.map((page) => (
        <li key={page.path}>
          <Entry page={page} isLit={lit.includes(page.path)} isWide={isWide} {...(onChosen && { onChosen })} />
        </li>
      ))}
    </ul>
  )
}

function Entry({ page, isLit, isWide, onChosen }: { page: Page; isLit: boolean } & MenuEntriesProps) {
  const Icon = page.icon ? pageIcons[page.icon] : IconPoint
  const entry = (
    <Link to={page.path} onClick={onChosen} aria-label={isWide ? undefined : page.title} aria-current={isLit ? 'page' : undefined}>
      <Icon size={18} aria-hidden />
      {isWide && <span className="menu-word">{page.title}</span>}
    </Link>
  )
  return isWide ? (
    entry
  ) : (
    <Tip text={page.title} side="beside">
      {entry}
    </Tip>
  )
}
