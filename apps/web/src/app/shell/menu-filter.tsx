import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { matching, type Section } from './navigation.ts'
import './shell.css'

interface MenuFilterProps {
  typed: string
  onType: (text: string) => void
  onChosen: (() => void) | undefined
  sections: readonly Section[]
}

/** Narrows the menu as one types; Enter opens the first page, Escape shows all again. */
export function MenuFilter({ typed, onType, onChosen, sections }: MenuFilterProps) {
  const navigate = useNavigate()
  const openFirst = () => {
    const first = matching(sections, typed)[0]?.pages[0]
    if (!first || !typed.trim()) return
    onType('')
    navigate(first.path)
    onChosen?.()
  }
  return (
    <div className="menu-filter">
      <IconSearch size={16} aria-hidden />
      <input
        type="search"
        aria-label="Filter the menu"
        placeholder="Filter the menu"
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') openFirst()
          if (event.key !== 'Escape') return
          if (!typed) return event.currentTarget.blur()
          event.stopPropagation()
          onType('')
        }}
      />
    </div>
  )
}
