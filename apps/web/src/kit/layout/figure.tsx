import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Text, type TextTone } from './text.tsx'
import { useTint } from './use-tint.ts'

interface FigureProps {
  label: string
  value: ReactNode
  hint?: ReactNode
  /** The list behind the figure. */
  to?: string | null
  tone?: TextTone
}

/** One figure that says what it counts; it tints for a second when it changes and leads to what is behind it. */
export function Figure({ label, value, hint, to, tone }: FigureProps) {
  const isTinted = useTint(typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  return (
    <Paper
      variant="outlined"
      {...(to ? { component: Link, to } : {})}
      sx={{
        display: 'block',
        px: 4,
        py: 3,
        minWidth: 0,
        color: 'inherit',
        textDecoration: 'none',
        transition: 'background-color 600ms',
        bgcolor: isTinted ? 'action.selected' : undefined,
        ...(to && { '&:hover': { borderColor: 'primary.main' } }),
      }}
    >
      <Text as="div" size={13} tone="muted">
        {label}
      </Text>
      <Text as="div" size={28} weight={600} tone={tone}>
        {value}
      </Text>
      {hint && (
        <Box sx={{ mt: 0.5 }}>
          <Text as="div" size={12} tone="muted">
            {hint}
          </Text>
        </Box>
      )}
    </Paper>
  )
}
