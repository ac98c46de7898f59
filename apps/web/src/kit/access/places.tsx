import { createContext, type ReactNode, use, useContext } from 'react'
import { Link } from 'react-router'

/** Where things are shown. The route table gives the answers; null = no screen for it, or not for this person. */
export interface Places {
  recordPath: (entity: string, id: string) => string | null
  listPath: (entity: string, query?: Record<string, string>) => string | null
  /** A tab of a record's page that has a path of its own. */
  tabPath: (entity: string, id: string, tab: string, query?: Record<string, string>) => string | null
  /** The screens that a permission opens, whoever has it. */
  screensOf: (permission: string) => readonly string[]
}

const PlacesContext = createContext<Places>({ recordPath: () => null, listPath: () => null, tabPath: () => null, screensOf: () => [] })
export const PlacesProvider = PlacesContext.Provider

export function usePlaces(): Places {
  return useContext(PlacesContext)
}

interface PlaceLinkProps {
  entity: string
  id: string
  /** Also done by whoever follows it. */
  onFollow?: (() => void) | undefined
  children: ReactNode
}

/** A record's name as a link to it, or as plain text where there is no such screen. */
export function PlaceLink({ entity, id, onFollow, children }: PlaceLinkProps) {
  return (
    <LinkOrText to={usePlaces().recordPath(entity, id)} onFollow={onFollow}>
      {children}
    </LinkOrText>
  )
}

/** Words that lead to the list of an entity with the given filters. */
export function ListLink({ entity, query, children }: { entity: string; query?: Record<string, string>; children: ReactNode }) {
  return <LinkOrText to={usePlaces().listPath(entity, query)}>{children}</LinkOrText>
}

interface LinkOrTextProps {
  to: string | null
  onFollow?: (() => void) | undefined
  children: ReactNode
}

/** Whether this stands within a link: what can be pressed by itself elsewhere is plain words there. */
export const InLink = createContext(false)

export function LinkOrText({ to, onFollow, children }: LinkOrTextProps) {
  const isLinked = use(InLink)
  if (!to || isLinked) return <>{children}</>
  return (
    <Link className="place" to={to} onClick={onFollow}>
      <InLink value={true}>{children}</InLink>
    </Link>
  )
}
