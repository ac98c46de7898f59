import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

export type TextSize = 12 | 13 | 14 | 16 | 20 | 28
export type TextTone = 'default' | 'muted' | 'accent' | 'good' | 'warning' | 'bad' | 'info'

const colours: Record<TextTone, string> = {
  default: 'text.primary',
  muted: 'text.secondary',
  accent: 'primary.main',
  good: 'success.main',
  warning: 'warning.main',
  bad: 'error.main',
  info: 'info.main',
}

/** The large figures are one step smaller on a phone, where two stand side by side. */
const phoneSizes: Partial<Record<TextSize, TextSize>> = { 28: 20 }
const lineHeights: Record<TextSize, string> = { 12: '16px', 13: '20px', 14: '20px', 16: '24px', 20: '28px', 28: '36px' }

interface TextProps {
  children: ReactNode
  size?: TextSize
  weight?: 400 | 500 | 600
  tone?: TextTone
  /** The element: a heading where it heads something. */
  as?: 'span' | 'p' | 'div' | 'h2' | 'h3' | 'dt' | 'dd' | 'li' | 'time'
  /** One line, cut with an ellipsis. */
  cut?: boolean
  align?: 'left' | 'right' | 'center'
  mono?: boolean
  title?: string
  id?: string
}

/** Text in one of the six sizes; figures are tabular. */
export function Text({ children, size = 14, weight = 400, tone = 'default', as = 'span', cut, align, mono, title, id }: TextProps) {
  return (
    <Box
      component={as}
      title={title}
      id={id}
      sx={{
        m: 0,
        fontSize: phoneSizes[size] ? { xs: phoneSizes[size], sm: size } : size,
        lineHeight: lineHeights[size],
        fontWeight: weight,
        color: colours[tone],
        textAlign: align,
        fontFamily: mono ? 'monospace' : undefined,
        fontVariantNumeric: 'tabular-nums',
        overflowWrap: 'anywhere',
        // A code is read as one word, hyphens and all.
        whiteSpace: mono ? 'nowrap' : undefined,
        ...(cut && { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', display: 'block', minWidth: 0 }),
      }}
    >
      {children}
    </Box>
  )
}
