import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { type ReactNode, useId } from 'react'
import { Row } from './flow.tsx'
import { Text } from './text.tsx'

interface CardProps {
  title?: string
  action?: ReactNode
  children: ReactNode
  /** Content up to the edges: a table, a map. */
  flush?: boolean
}

/** A surface with a line around it and, where it says what it is, a heading. */
export function Card({ title, action, children, flush }: CardProps) {
  const id = useId()
  return (
    <Paper variant="outlined" component="section" aria-labelledby={title ? id : undefined} sx={{ overflow: 'hidden', minWidth: 0 }}>
      {(title || action) && (
        <Row justify="space-between" sx={{ px: 4, pt: 3, pb: flush ? 3 : 1 }}>
          <Text as="h2" size={14} weight={600} id={id}>
            {title ?? ''}
          </Text>
          {action}
        </Row>
      )}
      <Box sx={flush ? undefined : { px: 4, pt: title ? 1 : 4, pb: 4 }}>{children}</Box>
    </Paper>
  )
}
