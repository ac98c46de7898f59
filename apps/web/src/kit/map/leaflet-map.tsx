import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { Map as LeafletMapObject } from 'leaflet'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from '../layout/button.tsx'
import { createMap, drawShapes, fitTo } from './leaflet.ts'
import type { MapShapes } from './shapes.ts'
import './map.css'

/** The drawn map. Loaded only where a map is shown. */
export function LeafletMap(shapes: MapShapes) {
  const element = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<LeafletMapObject | null>(null)
  const { palette } = useTheme()
  const click = useEffectEvent((point: { lat: number; lng: number }) => shapes.onClick?.(point))

  useEffect(() => {
    if (!element.current) return
    const created = createMap(element.current, (point) => click(point))
    setMap(created)
    return () => {
      created.remove()
    }
  }, [])
  useEffect(() => {
    if (!map) return
    const colours = { accent: palette.primary.main, muted: palette.text.secondary, warning: palette.warning.main }
    return drawShapes(map, shapes, colours)
  }, [map, shapes, palette])
  // The view follows what is shown, not each step of what moves.
  const shown = [...(shapes.markers ?? []), ...(shapes.polygons ?? []), ...(shapes.lines ?? [])].map(({ id }) => id.split('#')[0]).join()
  const fit = useEffectEvent(() => map && fitTo(map, shapes))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` says when
  useEffect(() => void fit(), [map, shown])

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
        }}
      />
      <Box sx={{ position: 'absolute', top: 8, right: 8, zIndex: 1, display: 'grid', bgcolor: 'background.paper', borderRadius: 0.66 }}>
        <IconButton label="Closer" icon={IconPlus} size="small" onClick={() => map?.zoomIn()} />
        <IconButton label="Farther" icon={IconMinus} size="small" onClick={() => map?.zoomOut()} />
      </Box>
    </Box>
  )
}
