import { Fragment } from 'react'
import { Link, useMatches } from 'react-router'
import { useShownNames } from '#kit/page-title.ts'
import { trailOf, useCurrentPage } from './current-page.ts'
import './shell.css'

/** The way back up, on pages that stand below another. */
export function Breadcrumbs() {
  const page = useCurrentPage()
  const shown = useShownNames()
  const { id, storeId } = useMatches().at(-1)?.params ?? {}
  const trail = page ? trailOf(page) : []
  if (trail.length < 2) return null
  return (
    <nav aria-label="Breadcrumb" className="crumbs">
      {trail.map(({ path, title, record }, index) => (
        <Fragment key={path}>
          {index > 0 && <span aria-hidden>/</span>}
          {index < trail.length - 1 ? (
            <Link className="place" to={path.replace(':id', id ?? storeId ?? '')}>
              {(record && shown.above) ?? title}
            </Link>
          ) : (
            <span aria-current="page">{shown.title ?? title}</span>
          )}
        </Fragment>
      ))}
    </nav>
  )
}
