import { useState } from 'react'

export type Density = 'comfortable' | 'compact'
interface ListPreferences {
  density: Density
  /** Keys of the columns that are not shown. */
  hidden: readonly string[]
}

const initial: ListPreferences = { density: 'comfortable', hidden: [] }
const keyOf = (list: string) => `larder.list.${list}`

function stored(list: string): ListPreferences {
  try {
    return { ...initial, ...JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}') }
  } catch {
    return initial
  }
}

/** Density and columns of a list, as this person wants them on this device. */
export function useListPreferences(list: string) {
  const [preferences, setPreferences] = useState(() => stored(list))
  const change = (changes: Partial<ListPreferences>) => {
    const next = { ...preferences, ...changes }
    setPreferences(next)
    localStorage.setItem(keyOf(list), JSON.stringify(next))
  }
  return {
    ...preferences,
    setDensity: (density: Density) => change({ density }),
    toggleColumn: (key: string) =>
      change({
        hidden: preferences.hidden.includes(key) ? preferences.hidden.filter((each) => each !== key) : [...preferences.hidden, key],
      }),
  }
}
