/** Fields whose own words are another's than those of their key. */
const labels: Readonly<Record<string, string>> = {
  areaKm2: 'Size',
  hasSecondFactor: 'Two-step sign-in',
  freeChoices: 'Free',
  formerEndsAt: 'Former secret opens until',
  isByPhone: 'Taken by phone',
  isOpenNow: 'Open now',
  isWithinHours: 'Within hours',
  itemCount: 'Items',
  maxChoices: 'At most',
  minBasket: 'Minimum order',
  minChoices: 'At least',
  openMode: 'Taking orders',
  openModeUntil: 'Taking orders again',
  orderType: 'Order type',
  perMinute: 'Requests a minute',
  prepMinutes: 'Usual preparation',
  shiftState: 'Shift',
  skus: 'Items by SKU',
}

const units: Readonly<Record<string, string>> = {
  Ppm: '%',
  Pct: '%',
  Metres: 'm',
  Grams: 'g',
  Minutes: 'min',
  // Those of opening and the like are no number of hours.
  leadHours: 'h',
  hours: 'h',
  Days: 'days',
  Km: 'km',
  Km2: 'km²',
}

/** The unit that a field's key names at its end: km of `distanceKm`, min of `minutes`; null of what is a plain number of things. */
export function unitOf(key: string): string | null {
  return Object.entries(units).find(([ending]) => key.endsWith(ending) || key === ending.toLowerCase())?.[1] ?? null
}

/** What a field is called where its record has no form or column to say it, and the unit that its key names: `surgePpm` is "Surge" in %. */
export function fieldLabel(key: string): { label: string; unit: string | null } {
  const words = key
    .replace(/(At|On|Name|Tenths|Ppm|Pct|Metres|Grams|Minutes|(?<=lead)Hours|Days|Km|Km2)$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
  return { label: labels[key] ?? words.charAt(0).toUpperCase() + words.slice(1), unit: unitOf(key) }
}
