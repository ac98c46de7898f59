import L from 'leaflet'

/** The lines of the ground stand at least so far apart, in pixels. */
const leastGap = 90
const degreeSteps = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002]
const widestScale = 110
/** From this zoom on there is room for the names of localities. */
const localitiesFrom = 12.5

/**
 * The ground to draw on by eye: tiles, with the name of their source; where there are none, or none could be had yet, lines of latitude and
 * longitude with their degrees; a scale on both.
 */
export function drawGround(map: L.Map, { tiles, credit }: { tiles: string; credit: string }): void {
  const lines = L.layerGroup()
  if (tiles === '') lines.addTo(map)
  else drawTiles(map, tiles, credit, lines)
  const scale = L.DomUtil.create('div', 'map-scale', map.getContainer())
  const draw = () => {
    lines.clearLayers()
    for (const axis of ['lat', 'lng'] as const) drawLines(map, axis).forEach((layer) => void layer.addTo(lines))
    map.getContainer().classList.toggle('map-near', map.getZoom() >= localitiesFrom)
    const { metres, width } = scaleOf(map)
    scale.textContent = metres < 1000 ? `${metres} m` : `${metres / 1000} km`
    scale.style.width = `${width}px`
  }
  map.on('moveend resize', draw)
  // Where nothing is to be shown, the view never moves by itself.
  draw()
}

function drawTiles(map: L.Map, address: string, credit: string, lines: L.LayerGroup): void {
  L.DomUtil.create('div', 'map-credit', map.getContainer()).textContent = credit
  // Sources want to know which site asks; which page of it is nobody's business.
  const tiles = L.tileLayer(address, { maxZoom: 18, referrerPolicy: 'origin' })
  tiles.once('tileerror', () => lines.addTo(map)).on('tileload', () => lines.remove())
  tiles.addTo(map)
}

function drawLines(map: L.Map, axis: 'lat' | 'lng'): L.Layer[] {
  const bounds = map.getBounds()
  const [from, to] = axis === 'lat' ? [bounds.getSouth(), bounds.getNorth()] : [bounds.getWest(), bounds.getEast()]
  const { x, y } = map.getSize()
  const pixels = axis === 'lat' ? y : x
  const step = degreeSteps.findLast((degrees) => (degrees / (to - from)) * pixels >= leastGap) ?? degreeSteps[0] ?? 30
  const count = Math.floor(to / step) - Math.ceil(from / step) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => (Math.ceil(from / step) + index) * step).flatMap((degrees) => {
    const ends: L.LatLngTuple[] =
      axis === 'lat'
        ? [
            [degrees, bounds.getWest()],
            [degrees, bounds.getEast()],
          ]
        : [
            [bounds.getSouth(), degrees],
            [bounds.getNorth(), degrees],
          ]
    const words = document.createElement('span')
    words.textContent = degreeWords(degrees, axis, step)
    return [
      L.polyline(ends, { className: 'map-graticule', pane: 'ground', interactive: false, weight: 1 }),
      L.marker(ends[0] as L.LatLngTuple, {
        icon: L.divIcon({ className: `map-degrees map-degrees-${axis}`, html: words, iconSize: [0, 0] }),
        pane: 'ground',
        interactive: false,
        keyboard: false,
      }),
    ]
  })
}

function degreeWords(degrees: number, axis: 'lat' | 'lng', step: number): string {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))
  const [positive, negative] = axis === 'lat' ? ['N', 'S'] : ['E', 'W']
  return `${Math.abs(degrees).toFixed(decimals)}° ${degrees < 0 ? negative : positive}`
}

/** A round length, 1, 2 or 5 and zeros, that fits the corner, and how wide it is at the middle of the map. */
function scaleOf(map: L.Map): { metres: number; width: number } {
  const y = map.getSize().y / 2
  const most = map.distance(map.containerPointToLatLng([0, y]), map.containerPointToLatLng([widestScale, y]))
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = ([5, 2, 1].find((factor) => factor * power <= most) ?? 1) * power
  return { metres, width: Math.round((metres / most) * widestScale) }
}
