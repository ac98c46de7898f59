/** Fields whose own words are another's than those of their key. */
const labels: Readonly<Record<string, string>> = {
  areaKm2: 'Size',
  hasSecondFactor: 'Two-step sign-in',
  formerEndsAt: 'Former secret opens until',
  isOpenNow: 'Open now',
  isWithinHours: 'Within hours',
  itemCount: 'Items',
  minBasket: 'Minimum order',
  openMode: 'Taking orders',
  openModeUntil: 'Taking orders again',
  orderType: 'Order type',
  perMinute: 'Requests a minute',
  prepMinutes: 'Usual preparation',
  shiftState: 'Shift',
}

const units: Readonly<Record<string, string>> = { Ppm: '%', Grams: 'g', Minutes: 'min', Km2: 'km²' }

/** What a field is called where its record has no form or column to say it, and the unit that its key names: `surgePpm` is "Surge" in %. */
export function fieldLabel(key: string): { label: string; unit: string | null } {
  const unit = Object.entries(units).find(([ending]) => key.endsWith(ending))?.[1] ?? null
  const words = key
    .replace(/(At|On|Name|Tenths|Ppm|Grams|Minutes|Km2)$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
  return { label: labels[key] ?? words.charAt(0).toUpperCase() + words.slice(1), unit }
}
