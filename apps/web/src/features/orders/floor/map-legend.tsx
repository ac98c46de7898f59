/** Each by the looks of its marker. */
const signs = {
  store: ['map-store', 'Store'],
  customer: ['map-customer', 'Where an order goes'],
  late: ['map-late', 'Late order'],
  rider: ['map-rider', 'Rider'],
  stale: ['map-rider map-stale', 'Rider not heard of for a minute'],
  cluster: ['map-cluster', 'So many in one place'],
} as const

interface MapLegendProps {
  /** What the map never shows. */
  without?: readonly (keyof typeof signs)[]
}

/** What the markers of a map are, each as it is drawn. */
export function MapLegend({ without = [] }: MapLegendProps) {
  return (
    <ul className="map-legend">
      {(Object.keys(signs) as (keyof typeof signs)[])
        .filter((sign) => !without.includes(sign))
        .map((sign) => (
          <li key={sign}>
            <span className={`map-marker ${signs[sign][0]}`} aria-hidden>
              {sign === 'late' ? '!' : sign === 'cluster' && '3'}
            </span>
            {signs[sign][1]}
          </li>
        ))}
    </ul>
  )
}
