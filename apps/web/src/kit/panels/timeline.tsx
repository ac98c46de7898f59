import type { Instant } from '@larder/contract'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { colourOf, type Look } from '../cells/look.ts'
import { When } from '../cells/when.tsx'
import { Row, Stack } from '../layout/flow.tsx'
import { Text } from '../layout/text.tsx'

export interface TimelineEntry {
  id: string
  at: Instant
  who: string
  what: ReactNode
  note?: ReactNode
  tone?: Exclude<Look['tone'], undefined>
}

/** What happened, newest first as given: who, when, what. */
export function Timeline({ entries, zone }: { entries: readonly TimelineEntry[]; zone?: string }) {
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {entries.map(({ id, at, who, what, note, tone }) => (
        <Box key={id} component="li" sx={{ display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', pb: 3 }}>
          <Box
            aria-hidden
            sx={{ width: 8, height: 8, mt: '6px', borderRadius: '50%', bgcolor: colourOf({ label: '', ...(tone && { tone }) }) }}
          />
          <Stack gap={0.5}>
            <Text as="div">{what}</Text>
            {note && (
              <Text as="div" size={13} tone="muted">
                {note}
              </Text>
            )}
            <Row gap={1}>
              <Text size={12} tone="muted">
                {who}
              </Text>
              <Text size={12} tone="muted">
                <When at={at} zone={zone} />
              </Text>
            </Row>
          </Stack>
        </Box>
      ))}
    </Box>
  )
}
