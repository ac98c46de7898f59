import Box, { type BoxProps } from '@mui/material/Box'

interface FlowProps extends Omit<BoxProps, 'display'> {
  /** In units of 4 px. */
  gap?: number
  justify?: 'start' | 'end' | 'center' | 'space-between'
  align?: 'start' | 'end' | 'center' | 'baseline' | 'stretch'
}

/** Things below one another. */
export function Stack({ gap = 3, justify, align, sx, ...props }: FlowProps) {
  return (
    <Box sx={[{ display: 'flex', flexDirection: 'column', gap, justifyContent: justify, alignItems: align }, ...asList(sx)]} {...props} />
  )
}

/** Things beside one another, wrapping when there is no room. */
export function Row({ gap = 2, justify, align = 'center', sx, ...props }: FlowProps) {
  return <Box sx={[{ display: 'flex', flexWrap: 'wrap', gap, justifyContent: justify, alignItems: align }, ...asList(sx)]} {...props} />
}

function asList(sx: BoxProps['sx']) {
  return Array.isArray(sx) ? sx : [sx]
}
