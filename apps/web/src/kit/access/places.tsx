import { createContext, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'

/** Where things are shown. The route table gives the answers; null = no screen for it, or not for this person. */
export interface Places {
  recordPath: (entity: string, id: string) => string | null
  listPath: (entity: string, query?: Record<string, string>) => string | null
  /** A tab of a record's page that has a path of its own. */
  tabPath: (entity: string, id: string, tab: string, query?: Record<string, string>) => string | null
}

const PlacesContext = createContext<Places>({ recordPath: () => null, listPath: () => null, tabPath: () => null })
export const PlacesProvider = PlacesContext.Provider

export function usePlaces(): Places {
  return useContext(PlacesContext)
}

/** A record's name as a link to it, or as plain text where there is no such screen. */
export function PlaceLink({ entity, id, children }: { entity: string; id: string; children: ReactNode }) {
  return <LinkOrText to={usePlaces().recordPath(entity, id)}>{children}</LinkOrText>
}

/** Words that lead to the list of an entity with the given filters. */
export function ListLink({ entity, query, children }: { entity: string; query?: Record<string, string>; children: ReactNode }) {
  return <LinkOrText to={usePlaces().listPath(entity, query)}>{children}</LinkOrText>
}

export function LinkOrText({ to, children }: { to: string | null; children: ReactNode }) {
  if (!to) return <>{children}</>
  return (
    <Link className="place" to={to}>
      {children}
    </Link>
  )
}
