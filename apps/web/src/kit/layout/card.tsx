import { type ReactNode, useId } from 'react'
import { Boundary } from '../feedback/boundary.tsx'
import { Text } from './text.tsx'
import './surface.css'

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
    <section className="surface" aria-labelledby={title ? id : undefined}>
      {(title || action) && (
        <div className={flush ? 'card-head flush' : 'card-head'}>
          <Text as="h2" size={14} weight={600} id={id}>
            {title ?? ''}
          </Text>
          {action}
        </div>
      )}
      <div className={flush ? undefined : 'card-body'}>
        <Boundary>{children}</Boundary>
      </div>
    </section>
  )
}
