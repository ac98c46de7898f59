import { boundsOf, type Input, type NamedEndpoint, type Output, type Point } from '@larder/contract'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useRead } from '#api/client.ts'
import { useMay } from '../access/access.tsx'
import { type MapDot, type MapPolygon, roundPoint } from '../map/shapes.ts'

/** What lies around, for orientation without any tiles. */
export interface Surroundings {
  areas: readonly MapPolygon[]
  dots: readonly MapDot[]
}

interface Found {
  areas?: readonly { id: string; name: string; polygon: readonly Point[] }[]
  localities?: readonly { id: string; name: string; point: Point }[]
  stores?: readonly { id: string; name: string; point: Point }[]
}

/** A list whose records are drawn behind what a field draws. */
export interface Backdrop {
  endpoint: NamedEndpoint
  find: (answer: unknown) => Found
}

/** A backdrop out of a list's endpoint. */
export function backdropFrom<E extends NamedEndpoint>(endpoint: E, find: (answer: Output<E>) => Found): Backdrop {
  return { endpoint, find: (answer) => find(answer as Output<E>) }
}

const pageSize = 100
/** Further ones of a large installation are left out: a map of thousands of dots orients nobody. */
const mostPages = 10

interface WithBackdropsProps {
  backdrops: readonly Backdrop[]
  children: (surroundings: Surroundings) => ReactNode
}

/** Gives what the backdrops show, as far as it is read; lists that somebody may not see are left out. */
export function WithBackdrops({ backdrops, children }: WithBackdropsProps) {
  const may = useMay()
  const [found, setFound] = useState<Record<string, Found>>({})
  const add = (key: string, page: Found) => setFound((before) => ({ ...before, [key]: page }))
  return (
    <>
      {backdrops
        .filter(({ endpoint }) => may(endpoint.shape.permission))
        .map((backdrop) => (
          <Pages key={backdrop.endpoint.name} backdrop={backdrop} page={1} cursor={null} onFound={add} />
        ))}
      {children(surroundingsOf(Object.values(found)))}
    </>
  )
}

interface PagesProps {
  backdrop: Backdrop
  page: number
  cursor: string | null
  onFound: (key: string, page: Found) => void
}

/** Reads one page and, once it is there, the next; draws nothing itself. */
function Pages({ backdrop, page, cursor, onFound }: PagesProps) {
  const input = { query: { limit: pageSize, ...(cursor && { cursor }) } } as Input<NamedEndpoint>
  const data = useRead(backdrop.endpoint, input).data as { next: string | null } | undefined
  const tell = useEffectEvent((answer: unknown) => onFound(`${backdrop.endpoint.name} ${page}`, backdrop.find(answer)))
  useEffect(() => {
    if (data) tell(data)
  }, [data])
  return data?.next && page < mostPages ? <Pages backdrop={backdrop} page={page + 1} cursor={data.next} onFound={onFound} /> : null
}

function surroundingsOf(found: readonly Found[]): Surroundings {
  const dotsOf = (kind: MapDot['kind'], places: Found['stores'] = []) =>
    places.map(({ id, name, point }) => ({ id, label: name, point, kind }))
  return {
    areas: found.flatMap(({ areas = [] }) =>
      areas.map(({ id, name, polygon }) => ({ id, label: name, points: polygon, tone: 'muted' as const, isNamed: true })),
    ),
    dots: found.flatMap(({ stores, localities }) => [...dotsOf('store', stores), ...dotsOf('locality', localities)]),
  }
}

/** Where something new is put first: the middle of what is around it. */
export function middleOf({ areas }: Surroundings): Point {
  const bounds = boundsOf(areas.flatMap(({ points }) => [...points]))
  if (!bounds) return { lat: 0, lng: 0 }
  return roundPoint({ lat: (bounds.south + bounds.north) / 2, lng: (bounds.west + bounds.east) / 2 })
}
