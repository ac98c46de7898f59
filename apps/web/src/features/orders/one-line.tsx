import type { ReactNode } from 'react'
import { Box } from '#kit/layout/box.ts'

/** What must not break across lines: a number, a span of time. */
export function OneLine({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {children}
    </Box>
  )
}
