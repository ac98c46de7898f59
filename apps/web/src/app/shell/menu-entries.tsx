import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation } from 'react-router'
import { menuOpened } from '#state/customization.ts'
import { groupSet } from '#state/preference.ts'
import { useAppState } from '../store.ts'
import { trailOf, useCurrentPage } from './current-page.ts'
import { MenuFilter } from './menu-filter.tsx'
import { Entries, MenuGroup } from './menu-group.tsx'
import { matching, pinnedOf, recentOf, type Section, useSections } from './navigation.ts'
import './shell.css'

/** Groups of pages by task, several open at a time: those that were opened, and the one that one is in; above them what is pinned, below what was visited last. */
export function MenuEntries({ onChosen }: { onChosen?: () => void }) {
  const sections = useSections()
  const { pinned, recent } = useOwnEntries(sections)
  const lit = useLit()
  const [typed, type] = useState('')
  const shared = { lit, ...(onChosen && { onChosen }) }
  return (
    <nav aria-label="Pages" className="menu">
      {sections.length > 1 && <MenuFilter typed={typed} onType={type} onChosen={onChosen} sections={sections} />}
      {typed.trim() ? (
        <Found sections={matching(sections, typed)} {...shared} />
      ) : (
        <>
          {pinned.length > 0 && (
            <MenuGroup label="Pinned">
              <Entries entries={pinned} {...shared} />
            </MenuGroup>
          )}
          {sections.map((section) => (
            <FoldedGroup
              key={section.id}
              id={section.id}
              label={section.label}
              isOwn={section.pages.some(({ path }) => lit.includes(path))}
            >
              <Entries entries={section.pages} {...shared} />
            </FoldedGroup>
          ))}
          {recent.length > 0 && (
            <FoldedGroup id="recent" label="Recent" isOwn>
              <Entries entries={recent} lit={[]} {...(onChosen && { onChosen })} />
            </FoldedGroup>
          )}
        </>
      )}
    </nav>
  )
}

/** What this person pinned, and visited before this page, of what they may see. */
export function useOwnEntries(sections: readonly Section[]) {
  const { pinned, recent } = useAppState(({ preference }) => preference)
  const { pathname } = useLocation()
  return { pinned: pinnedOf(sections, pinned), recent: recentOf(sections, recent, pathname) }
}

/** Paths of the page that is shown and of those above it. */
export function useLit(): string[] {
  const page = useCurrentPage()
  return page ? trailOf(page).map(({ path }) => path) : []
}

interface FoldedGroupProps {
  id: string
  label: string
  /** Open until it is closed by hand. */
  isOwn: boolean
  children: React.ReactNode
}

function FoldedGroup({ id, label, isOwn, children }: FoldedGroupProps) {
  const isOpen = useAppState(({ preference }) => preference.groups[id] ?? isOwn)
  const dispatch = useDispatch()
  const toggle = () => {
    dispatch(groupSet({ id, isOpen: !isOpen }))
    dispatch(menuOpened(isOpen ? 'none' : id))
  }
  return (
    <MenuGroup label={label} isOpen={isOpen} onToggle={toggle}>
      {children}
    </MenuGroup>
  )
}

function Found({ sections, ...shared }: { sections: readonly Section[]; lit: readonly string[]; onChosen?: () => void }) {
  if (sections.length === 0) return <p className="menu-none">No pages match</p>
  return sections.map(({ id, label, pages }) => (
    <MenuGroup key={id} label={label}>
      <Entries entries={pages} {...shared} />
    </MenuGroup>
  ))
}
