import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { Map as LeafletMapObject } from 'leaflet'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMapGround } from '../access/access.tsx'
import { IconButton } from '../layout/button.tsx'
import { Style } from '../theme/style.tsx'
import { type Fanned, gathered } from './clusters.ts'
import { type DrawnMarkers, Hand } from './drag.ts'
import { centreOn, createMap, drawMarkers, drawShapes, fitTo, removeMap, show } from './leaflet.ts'
import type { MapDrag, MapShapes } from './shapes.ts'
import './map.css'

/** The drawn map. Loaded only where a map is shown. */
export function LeafletMap(shapes: MapShapes) {
  return (
    <Style>
      <DrawnMap {...shapes} />
    </Style>
  )
}

function DrawnMap(shapes: MapShapes) {
  const element = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<LeafletMapObject | null>(null)
  const { palette } = useTheme()
  const { tiles, credit } = useMapGround()
  const click = useEffectEvent((point: { lat: number; lng: number }) => shapes.onClick?.(point))
  const draw = useEffectEvent((on: LeafletMapObject) => {
    const { primary, text, warning } = palette
    return drawShapes(on, shapes, { accent: primary.main, muted: text.secondary, warning: warning.main })
  })
  const fit = useEffectEvent((on: LeafletMapObject) => fitTo(on, shapes))
  // What is drawn, and which things those are: drawing follows the first, the view only the second. A thing that is being drawn has a # in
  // its id and moves no view.
  const { markers = [], polygons = [], lines = [], dots = [] } = shapes
  const drawn = JSON.stringify([polygons, lines, dots, palette.mode])
  const placed = JSON.stringify(markers)
  const things = [...markers, ...polygons, ...lines].filter(({ id }) => !id.includes('#'))
  const shown = shapes.frame ? '' : [...new Set((things.length > 0 ? things : dots).map(({ id }) => id))].join()

  const pins = useRef<DrawnMarkers>(new Map())
  const fanned = useRef<Fanned>({ id: null })
  const tell = useEffectEvent((drag: MapDrag | null) => shapes.onDrag?.(drag))
  const replace = useEffectEvent(() => map && place(map))
  const [hand] = useState(
    () =>
      new Hand(
        (drag) => tell(drag),
        () => void replace(),
      ),
  )
  const place = useEffectEvent((on: LeafletMapObject) => drawMarkers(on, pins.current, hand, shapes.isClustered ? gatheredOn(on) : markers))
  const gatheredOn = (on: LeafletMapObject) => gathered(on, markers, { fanned: fanned.current, hand, redraw: () => place(on) })
  const unfold = useEffectEvent((on: LeafletMapObject) => {
    fanned.current.id = null
    if (shapes.isClustered) place(on)
  })
  const points = useRef(new Set<string>())
  const showNew = useEffectEvent((on: LeafletMapObject) => {
    const known = points.current
    points.current = new Set(markers.map(({ point }) => JSON.stringify(point)))
    const fresh = markers.filter(({ id, point }) => id.includes('#') && !known.has(JSON.stringify(point)))
    if (!shapes.frame && fresh.length === 1 && fresh[0]) show(on, fresh[0].point)
  })
  const sight = JSON.stringify(shapes.sight ?? null)
  const look = useEffectEvent((on: LeafletMapObject) => shapes.sight && show(on, shapes.sight))

  const centre = useEffectEvent((on: LeafletMapObject) => shapes.centre && centreOn(on, shapes.centre.point))

  useEffect(() => {
    if (!element.current) return
    const created = createMap(element.current, { tiles, credit }, (point) => click(point))
    created.on('zoomend', () => unfold(created))
    // A dialog or a card gives the map its size only once it stands.
    const sized = new ResizeObserver(() => fit(created))
    sized.observe(element.current)
    setMap(created)
    return () => {
      sized.disconnect()
      removeMap(created)
      pins.current.clear()
    }
  }, [tiles, credit])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` says when
  useEffect(() => (map ? draw(map) : undefined), [map, drawn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `placed` says when
  useEffect(() => {
    if (!map) return
    place(map)
    showNew(map)
  }, [map, placed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` says when
  useEffect(() => (map ? fit(map) : undefined), [map, shown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `sight` says when
  useEffect(() => {
    if (map) look(map)
  }, [map, sight])
  // biome-ignore lint/correctness/useExhaustiveDependencies: how often it was asked for says when
  useEffect(() => {
    if (map) centre(map)
  }, [map, shapes.centre?.asked])

  return (
    <Box sx={{ position: 'relative' }}>
      <Box
        ref={element}
        role="application"
        aria-label={shapes.label}
        sx={{
          height: shapes.height ?? 320,
          bgcolor: 'background.default',
          border: 1,
          borderColor: 'divider',
          borderRadius: 0.66,
          isolation: 'isolate',
          // What stands at its edge ends there.
          overflow: 'hidden',
          ...(palette.mode === 'dark' && { '& .leaflet-tile': { filter: 'invert(1) hue-rotate(180deg)' } }),
        }}
      />
      <Box sx={{ position: 'absolute', top: 8, right: 8, zIndex: 1, display: 'grid', bgcolor: 'background.paper', borderRadius: 0.66 }}>
        <IconButton label="Zoom in" icon={IconPlus} size="small" onClick={() => map?.zoomIn()} />
        <IconButton label="Zoom out" icon={IconMinus} size="small" onClick={() => map?.zoomOut()} />
      </Box>
    </Box>
  )
}
