import { Fragment } from 'react'
import { Link } from 'react-router'
import { useShownTitle } from '#kit/page-title.ts'
import { trailOf, useCurrentPage } from './current-page.ts'
import './shell.css'

/** The way back up, on pages that stand below another. */
export function Breadcrumbs() {
  const page = useCurrentPage()
  const shown = useShownTitle()
  const trail = page ? trailOf(page) : []
  if (trail.length < 2) return null
  return (
    <nav aria-label="Breadcrumb" className="crumbs">
      {trail.map(({ path, title }, index) => (
        <Fragment key={path}>
          {index > 0 && <span aria-hidden>/</span>}
          {index < trail.length - 1 ? (
            <Link className="place" to={path}>
              {title}
            </Link>
          ) : (
            <span aria-current="page">{shown ?? title}</span>
          )}
        </Fragment>
      ))}
    </nav>
  )
}
