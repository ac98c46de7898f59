import Box, { type BoxProps } from '@mui/material/Box'
import './flow.css'

interface FlowProps extends Omit<BoxProps, 'display'> {
  /** In units of 4 px. */
  gap?: number
  justify?: 'start' | 'end' | 'center' | 'space-between'
  align?: 'start' | 'end' | 'center' | 'baseline' | 'stretch'
}

/** Things below one another. */
export function Stack({ gap = 3, ...props }: FlowProps) {
  return <Flow className="stack" gap={gap} {...props} />
}

/** Things beside one another, wrapping when there is no room. */
export function Row({ gap = 2, align = 'center', ...props }: FlowProps) {
  return <Flow className="row" gap={gap} align={align} {...props} />
}

const unit = 4

/** A plain element, unless it is styled further: most are not, and a list has a hundred of them. */
function Flow({ gap = 0, justify, align, sx, component, ...props }: FlowProps) {
  if (sx)
    return <Box sx={[{ gap, justifyContent: justify, alignItems: align }, ...asList(sx)]} {...(component && { component })} {...props} />
  const Element = component ?? 'div'
  return <Element style={{ gap: gap * unit, justifyContent: justify, alignItems: align }} {...props} />
}

function asList(sx: BoxProps['sx']) {
  return Array.isArray(sx) ? sx : [sx]
}
