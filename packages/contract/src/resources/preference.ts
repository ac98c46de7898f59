import * as z from 'zod/mini'
import { list } from '../values/collection.ts'
import { clockLabels } from '../values/conventions.ts'
import { whole } from '../values/number.ts'
import { opaque } from '../values/text.ts'

const Font = z.enum(['Roboto, sans-serif', 'system-ui, sans-serif', 'Verdana, sans-serif'])
const ColourMode = z.enum(['light', 'dark', 'system'])
const ClockChoice = z.enum(['installation', '12-hour', '24-hour'])
const MomentChoice = z.enum(['relative', 'absolute'])

type Labels<E extends z.core.$ZodType> = Readonly<Record<z.infer<E> & string, string>>

// The words are theirs who offer the choice; what every page starts with needs none of them.
/** The fonts that a person may choose; those after the first are on every machine. */
export const fontLabels: Labels<typeof Font> = {
  'Roboto, sans-serif': 'Roboto',
  'system-ui, sans-serif': 'System',
  'Verdana, sans-serif': 'Verdana',
}
export const colourModeLabels: Labels<typeof ColourMode> = { light: 'Light', dark: 'Dark', system: 'System' }
/** A clock of one's own, or the installation's. */
export const clockChoiceLabels: Labels<typeof ClockChoice> = /* @__PURE__ */ Object.assign({ installation: 'As configured' }, clockLabels)
/** Moments by how far off they are, or by the clock. */
export const momentChoiceLabels: Labels<typeof MomentChoice> = { relative: 'How long ago', absolute: 'Date and time' }

/** Pixels. */
export const borderRadiusRange = { least: 0, most: 24 } as const

/** Pages that stand at the top of one's menu. */
export const mostPinned = 40

/** What a person prefers on every device where they sign in. */
export const Preferences = z.strictObject({
  fontFamily: Font,
  borderRadius: whole(borderRadiusRange.least, borderRadiusRange.most),
  /** The menu is wide. */
  opened: z.boolean(),
  mode: ColourMode,
  clock: ClockChoice,
  moments: MomentChoice,
  /** New orders take over the screen until they are answered or put aside. */
  takeover: z.boolean(),
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
