import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { Row } from './flow.tsx'
import { Text } from './text.tsx'

interface PageProps {
  title: string
  /** Beside the title: a count, a status. */
  badge?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** The widest that the content gets; a form is 640. */
  width?: number
}

/** A screen: its one `h1`, what can be done, the content. */
export function Page({ title, badge, subtitle, actions, children, width }: PageProps) {
  return (
    <Box sx={{ px: { xs: 4, sm: 6 }, py: { xs: 4, sm: 5 }, maxWidth: width && width + 48, mx: width ? 'auto' : undefined }}>
      <Row justify="space-between" gap={3} sx={{ mb: 4, minHeight: 36 }}>
        <Box sx={{ minWidth: 0 }}>
          <Row gap={3}>
            <Box component="h1" sx={{ m: 0, fontSize: 20, lineHeight: '28px', fontWeight: 600, overflowWrap: 'anywhere' }}>
              {title}
            </Box>
            {badge}
          </Row>
          {subtitle && (
            <Text as="div" size={13} tone="muted">
              {subtitle}
            </Text>
          )}
        </Box>
        {actions && <Row>{actions}</Row>}
      </Row>
      {children}
    </Box>
  )
}

/** Two columns on a wide screen: the work on the left, context on the right; one below the other on a phone. */
export function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' }, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 4, minWidth: 0 }}>{main}</Box>
      <Box sx={{ display: 'grid', gap: 4, minWidth: 0 }}>{side}</Box>
    </Box>
  )
}
