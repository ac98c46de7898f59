import { boundsOf, type Input, type NamedEndpoint, type Output, type Point } from '@larder/contract'
import type { ReactNode } from 'react'
import { useRead } from '#api/client.ts'
import { type MapPolygon, roundPoint } from '../map/shapes.ts'

/** Areas behind what is drawn, so that it is drawn in the right place without any tiles. */
export interface Backdrop {
  endpoint: NamedEndpoint
  input: Input<NamedEndpoint>
  areasOf: (answer: unknown) => readonly { id: string; name: string; polygon: readonly Point[] }[]
}

/** A backdrop out of an endpoint's answer. */
export function backdropFrom<E extends NamedEndpoint>(
  endpoint: E,
  input: Input<E>,
  areasOf: (answer: Output<E>) => ReturnType<Backdrop['areasOf']>,
): Backdrop {
  return { endpoint, input: input as Input<NamedEndpoint>, areasOf: (answer) => areasOf(answer as Output<E>) }
}

/** Gives the backdrop's areas as quiet polygons, none while they are read. */
export function WithBackdrop({ backdrop, children }: { backdrop: Backdrop; children: (areas: readonly MapPolygon[]) => ReactNode }) {
  const { data } = useRead(backdrop.endpoint, backdrop.input)
  const areas = data === undefined ? [] : backdrop.areasOf(data)
  return children(areas.map(({ id, name, polygon }) => ({ id, label: name, points: polygon, tone: 'muted' })))
}

/** Where something new is put first: the middle of what is around it. */
export function middleOf(areas: readonly MapPolygon[]): Point {
  const bounds = boundsOf(areas.flatMap(({ points }) => [...points]))
  if (!bounds) return { lat: 0, lng: 0 }
  return roundPoint({ lat: (bounds.south + bounds.north) / 2, lng: (bounds.west + bounds.east) / 2 })
}
