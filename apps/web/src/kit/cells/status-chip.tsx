import Box from '@mui/material/Box'
import { colourOf, type Look } from './look.ts'

/** A state as a dot and a word. */
export function StatusChip({ look }: { look: Look }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        height: 24,
        border: 1,
        borderColor: 'divider',
        borderRadius: 0.5,
        fontSize: 13,
        fontWeight: 500,
        whiteSpace: 'nowrap',
        bgcolor: 'background.paper',
      }}
    >
      <Box component="span" aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: colourOf(look), flexShrink: 0 }} />
      {look.label}
    </Box>
  )
}
