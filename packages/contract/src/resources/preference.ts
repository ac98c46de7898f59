import * as z from 'zod/mini'
import { enumOf, list } from '../values/collection.ts'
import { clockLabels } from '../values/conventions.ts'
import { whole } from '../values/number.ts'
import { opaque } from '../values/text.ts'

/** The fonts that a person may choose; those after the first are on every machine. */
export const fontLabels = { 'Roboto, sans-serif': 'Roboto', 'system-ui, sans-serif': 'System', 'Verdana, sans-serif': 'Verdana' } as const
export const colourModeLabels = { light: 'Light', dark: 'Dark', system: 'System' } as const
/** A clock of one's own, or the installation's. */
export const clockChoiceLabels = { installation: 'As configured', ...clockLabels } as const
/** Moments by how far off they are, or by the clock. */
export const momentChoiceLabels = { relative: 'How long ago', absolute: 'Date and time' } as const

/** Pixels. */
export const borderRadiusRange = { least: 0, most: 24 } as const

/** Pages that stand at the top of one's menu. */
export const mostPinned = 40

/** What a person prefers on every device where they sign in. */
export const Preferences = z.strictObject({
  fontFamily: enumOf(fontLabels),
  borderRadius: whole(borderRadiusRange.least, borderRadiusRange.most),
  /** The menu is wide. */
  opened: z.boolean(),
  mode: enumOf(colourModeLabels),
  clock: enumOf(clockChoiceLabels),
  moments: enumOf(momentChoiceLabels),
  /** Paths of the pages at the top of the menu, in the order in which they were pinned. */
  pinned: list(opaque(200, 1), mostPinned),
})
export type Preferences = z.infer<typeof Preferences>
export type PreferenceKey = keyof Preferences

/** Those of them that somebody chose. */
export const ChosenPreferences = z.partial(Preferences)
export type ChosenPreferences = z.infer<typeof ChosenPreferences>

/** What of something that was kept are preferences: what is broken, unknown or offered no more was not chosen. */
export function chosenPreferences(kept: unknown): ChosenPreferences {
  if (typeof kept !== 'object' || kept === null) return {}
  const entries = Object.entries(Preferences.shape).flatMap(([key, schema]) => {
    const { success, data } = schema.safeParse((kept as Record<string, unknown>)[key])
    return success ? [[key, data]] : []
  })
  return Object.fromEntries(entries)
}
