import { type Icon, IconChevronDown, IconPin, IconPinFilled, IconPoint } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Link } from 'react-router'
import { useLacking } from '#kit/access/access.tsx'
import { Tip } from '#kit/layout/tip.tsx'
import { pinToggled } from '#state/preference.ts'
import { useAppState } from '../store.ts'
import './shell.css'

/** A place that the menu leads to; what stands there because it was visited has no pin of its own. */
export interface MenuPlace {
  path: string
  title: string
  icon?: Icon | undefined
  /** What it takes to open it. */
  permission?: string
  isVisit?: true
}

interface MenuGroupProps {
  label: string
  /** Always open without it. */
  isOpen?: boolean
  onToggle?: () => void
  children: ReactNode
}

export function MenuGroup({ label, isOpen = true, onToggle, children }: MenuGroupProps) {
  const id = useId()
  // A menu of a hundred pages is most of a page's elements: what was never opened has none.
  const [isMade, make] = useState(isOpen)
  if (isOpen && !isMade) make(true)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="menu-group" role="group" aria-labelledby={id}>
      {onToggle ? (
        <button type="button" id={id} onClick={onToggle} aria-expanded={isOpen}>
          {label}
          <IconChevronDown size={14} aria-hidden />
        </button>
      ) : (
        <div id={id} className="menu-head">
          {label}
        </div>
      )}
      <div className={isOpen ? 'menu-fold' : 'menu-fold closed'}>{isMade && children}</div>
    </div>
  )
}

interface EntriesProps {
  entries: readonly MenuPlace[]
  lit: readonly string[]
  onChosen?: () => void
}

export function Entries({ entries, lit, onChosen }: EntriesProps) {
  return (
    <ul>
      {entries.map((place) => (
        <Entry key={place.path} place={place} isLit={lit.includes(place.path)} {...(onChosen && { onChosen })} />
      ))}
    </ul>
  )
}

function Entry({ place, isLit, onChosen }: { place: MenuPlace; isLit: boolean; onChosen?: () => void }) {
  const { path, title, icon: PlaceIcon = IconPoint, permission, isVisit } = place
  const lacking = useLacking()(permission ?? 'signed-in')
  const isPinned = useAppState(({ preference }) => preference.pinned.includes(path))
  const dispatch = useDispatch()
  const Pin = isPinned ? IconPinFilled : IconPin
  if (lacking)
    return (
      <li className="menu-entry">
        <Tip text={lacking} side="beside" byTouch>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard reads there why it leads nowhere */}
          <span className="menu-ghost" tabIndex={0} aria-description={lacking}>
            <PlaceIcon size={18} aria-hidden />
            <span className="menu-word">{title}</span>
          </span>
        </Tip>
      </li>
    )
  return (
    <li className="menu-entry">
      <Link to={path} onClick={onChosen} aria-current={isLit ? 'page' : undefined}>
        <PlaceIcon size={18} aria-hidden />
        <span className="menu-word">{title}</span>
      </Link>
      {!isVisit && (
        <button
          type="button"
          className="menu-pin"
          aria-label={isPinned ? `Unpin ${title}` : `Pin ${title}`}
          aria-pressed={isPinned}
          // Of the page that one is on the keyboard stops at it too; it would be twice as long a way past all of them.
          tabIndex={isLit ? 0 : -1}
          onClick={() => dispatch(pinToggled(path))}
        >
          <Pin size={14} aria-hidden />
        </button>
      )}
    </li>
  )
}
