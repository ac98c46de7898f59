import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../layout/button.tsx'
import './filters.css'

interface SearchInputProps {
  text: string
  placeholder: string
  onSearch: (text: string) => void
}

const pauseMs = 250

/** Searches when typing pauses, at once on Enter; `/` puts the cursor here. */
export function SearchInput({ text, placeholder, onSearch }: SearchInputProps) {
  const [typed, setTyped] = useState(text)
  const [shown, setShown] = useState(text)
  if (shown !== text) {
    setShown(text)
    setTyped(text)
  }
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => onSearch(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, text, onSearch])
  return (
    <div className="search">
      <IconSearch size={18} aria-hidden />
      <input
        type="search"
        enterKeyHint="search"
        aria-label={`Search: ${placeholder}`}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(typed)
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      {typed && (
        <span className="end">
          <IconButton label="Clear the search" icon={IconX} size="small" onClick={() => onSearch('')} />
        </span>
      )}
    </div>
  )
}
