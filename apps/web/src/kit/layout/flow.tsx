import type { ElementType, HTMLAttributes, Ref } from 'react'
import './flow.css'

interface FlowProps extends Omit<HTMLAttributes<HTMLElement>, 'className'> {
  ref?: Ref<HTMLDivElement>
  /** In units of 4 px. */
  gap?: number
  justify?: 'start' | 'end' | 'center' | 'space-between'
  align?: 'start' | 'end' | 'center' | 'baseline' | 'stretch'
  as?: ElementType
}

/** Things below one another. */
export function Stack({ gap = 3, ...props }: FlowProps) {
  return <Flow className="stack" gap={gap} {...props} />
}

interface RowProps extends FlowProps {
  /** On one line, however narrow it gets. */
  isOneLine?: boolean
}

/** Things beside one another, wrapping when there is no room. */
export function Row({ gap = 2, align = 'center', isOneLine, ...props }: RowProps) {
  return <Flow className={isOneLine ? 'row unwrapped' : 'row'} gap={gap} align={align} {...props} />
}

const unit = 4

function Flow({ gap = 0, justify, align, style, as: Element = 'div', ...props }: FlowProps & { className: string }) {
  return <Element style={{ gap: gap * unit, justifyContent: justify, alignItems: align, ...style }} {...props} />
}
