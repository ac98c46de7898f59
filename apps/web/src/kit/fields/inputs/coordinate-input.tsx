import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'

interface CoordinateInputProps {
  id: string
  label: string
  /** What stands before it, where nothing around says which of the two it is. */
  named?: string
  degrees: number | undefined
  disabled: boolean
  onChange: (degrees: number) => void
}

/** Degrees; taken when the typing is done. */
export function CoordinateInput({ id, label, named, degrees, disabled, onChange }: CoordinateInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const take = () => {
    const next = Number(typed)
    if (typed !== null && typed.trim() !== '' && Number.isFinite(next)) onChange(next)
    setTyped(null)
  }
  return (
    <OutlinedInput
      id={id}
      size="small"
      value={typed ?? degrees ?? ''}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
      disabled={disabled}
      startAdornment={named && <InputAdornment position="start">{named}</InputAdornment>}
      slotProps={{ input: { inputMode: 'decimal', 'aria-label': label } }}
      sx={{ width: named ? 220 : 150 }}
    />
  )
}
