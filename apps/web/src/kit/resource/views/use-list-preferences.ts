import { useState } from 'react'
import { keepStored } from '#api/stored.ts'
import { boundedWidth, type ColumnChoices } from './list-columns.ts'

export type Density = 'comfortable' | 'compact'
export interface ListPreferences extends ColumnChoices {
  density: Density
}

const keyOf = (list: string) => `larder.list.${list}`

/** What is missing or broken is as at first. */
function stored(list: string): ListPreferences {
  const { density, hidden, order, widths } = read(list)
  return {
    density: density === 'compact' ? 'compact' : 'comfortable',
    hidden: textsOf(hidden),
    order: textsOf(order),
    widths: Object.fromEntries(
      Object.entries(widths ?? {}).flatMap(([key, width]) => (Number.isFinite(width) ? [[key, boundedWidth(Number(width))]] : [])),
    ),
  }
}

function read(list: string): Partial<Record<keyof ListPreferences, unknown>> {
  try {
    return JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** Density and columns of a list, as this person wants them on this device. */
export function useListPreferences(list: string): [ListPreferences, (changes: Partial<ListPreferences>) => void] {
  const [preferences, setPreferences] = useState(() => stored(list))
  const change = (changes: Partial<ListPreferences>) => {
    const next = { ...preferences, ...changes }
    setPreferences(next)
    keepStored(localStorage, keyOf(list), JSON.stringify(next))
  }
  return [preferences, change]
}
