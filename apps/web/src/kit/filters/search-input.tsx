import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../layout/button.tsx'

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
    <OutlinedInput
      size="small"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onSearch(typed)
        if (event.key === 'Escape') event.currentTarget.querySelector('input')?.blur()
      }}
      placeholder={placeholder}
      startAdornment={
        <InputAdornment position="start">
          <IconSearch size={18} aria-hidden />
        </InputAdornment>
      }
      endAdornment={typed && <IconButton label="Clear the search" icon={IconX} size="small" onClick={() => onSearch('')} />}
      slotProps={{ input: { 'aria-label': `Search: ${placeholder}`, type: 'search', enterKeyHint: 'search' } }}
      sx={{ width: { xs: '100%', sm: 320 }, '& input::-webkit-search-cancel-button': { display: 'none' } }}
    />
  )
}
