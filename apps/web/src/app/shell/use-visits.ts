import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation, useMatches } from 'react-router'
import { useShownNames } from '#kit/page-title.ts'
import { visited } from '#state/preference.ts'
import type { PageFacts } from '../pages.ts'
import { useCurrentPage } from './current-page.ts'

/** Which record a page shows, whole or a tab of it: `store 0190…`. */
export function recordOf({ record, tab }: PageFacts, id: string | undefined): string | undefined {
  const entity = record ?? tab?.of
  return entity && id && `${entity} ${id}`
}

/** Remembers where this person was: pages of the menu, and records once they have told their name. */
export function useVisits(): void {
  const { pathname } = useLocation()
  const page = useCurrentPage()
  const { title: shown } = useShownNames()
  const title = page?.group ? page.title : page?.path.includes(':') ? shown : null
  const { id } = useMatches().at(-1)?.params ?? {}
  const of = page && recordOf(page, id)
  const dispatch = useDispatch()
  useEffect(() => {
    if (title) dispatch(visited({ path: pathname, title, ...(of && { of }) }))
  }, [pathname, title, of, dispatch])
}
