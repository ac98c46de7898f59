import Box from '@mui/material/Box'
import { IconCheck, IconMinus } from '@tabler/icons-react'

export function YesNo({ value }: { value: boolean }) {
  const Mark = value ? IconCheck : IconMinus
  return (
    <Box component="span" sx={{ display: 'inline-flex', color: value ? 'success.main' : 'text.secondary', verticalAlign: 'middle' }}>
      <Mark size={18} role="img" aria-label={value ? 'Yes' : 'No'} />
    </Box>
  )
}
