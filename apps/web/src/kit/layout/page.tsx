import type { ReactNode } from 'react'
import { Text } from './text.tsx'
import './page.css'

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

/** Room left and right of the content. */
const padding = 48

/** A screen: its one `h1`, what can be done, the content. */
export function Page({ title, badge, subtitle, actions, children, width }: PageProps) {
  return (
    <div className={width ? 'page narrow' : 'page'} style={{ maxWidth: width && width + padding }}>
      <div className="page-head">
        <div>
          <div className="page-title">
            <h1>{title}</h1>
            {badge}
          </div>
          {subtitle && (
            <Text as="div" size={13} tone="muted">
              {subtitle}
            </Text>
          )}
        </div>
        {actions && <div className="page-acts">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

/** Two columns on a wide screen: the work on the left, context on the right, which may stay in sight; one below the other on a phone. */
export function Columns({ main, side, isInSight = false }: { main: ReactNode; side: ReactNode; isInSight?: boolean }) {
  return (
    <div className="columns">
      <div>{main}</div>
      <div>{isInSight ? <div className="in-sight">{side}</div> : side}</div>
    </div>
  )
}
