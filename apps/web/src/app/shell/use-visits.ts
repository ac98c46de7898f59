import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation } from 'react-router'
import { useShownNames } from '#kit/page-title.ts'
import { visited } from '#state/preference.ts'
import { useCurrentPage } from './current-page.ts'
import { recordAt } from './navigation.ts'

/** Remembers where this person was: pages of the menu, and records once they have told their name. */
export function useVisits(): void {
  const { pathname } = useLocation()
  const page = useCurrentPage()
  const { title: shown } = useShownNames()
  const title = page?.group ? page.title : page?.path.includes(':') ? shown : null
  const dispatch = useDispatch()
  useEffect(() => {
    const of = recordAt(pathname)
    if (title) dispatch(visited({ path: pathname, title, ...(of && { of }) }))
  }, [pathname, title, dispatch])
}
