import { Fragment } from 'react'
import { Link } from 'react-router'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useShownTitle } from '#kit/page-title.ts'
import { trailOf, useCurrentPage } from './current-page.ts'

/** The way back up, on pages that stand below another. */
export function Breadcrumbs() {
  const page = useCurrentPage()
  const shown = useShownTitle()
  const trail = page ? trailOf(page) : []
  if (trail.length < 2) return null
  return (
    <Row component="nav" aria-label="Breadcrumb" gap={1.5} sx={{ px: { xs: 4, sm: 6 }, pt: 3 }}>
      {trail.map(({ path, title }, index) => (
        <Fragment key={path}>
          {index > 0 && (
            <Text size={13} tone="muted">
              /
            </Text>
          )}
          <Text size={13} tone="muted">
            {index < trail.length - 1 ? (
              <Link className="place" to={path}>
                {title}
              </Link>
            ) : (
              <span aria-current="page">{shown ?? title}</span>
            )}
          </Text>
        </Fragment>
      ))}
    </Row>
  )
}
