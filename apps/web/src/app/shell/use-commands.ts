import { fontLabels } from '@larder/contract'
import { useDispatch } from 'react-redux'
import { signOut } from '#api/session.ts'
import { useOpenActs } from '#kit/actions/open-acts.ts'
import { optionsOf } from '#kit/fields/options.ts'
import { keys } from '#kit/keys.ts'
import { borderRadiusSet, defaultCustomization, fontFamilySet, openedSet } from '#state/customization.ts'
import { clockSet, modeSet, momentsSet, takeoverSet } from '#state/preference.ts'
import { openOverlay } from './overlays.ts'
import { useSoundActs } from './use-sound-acts.ts'

/** What the palette finds. */
export interface Hit {
  key: string
  label: string
  hint: string
  /** "Order", "Page", "Action". */
  kind: string
  /** Where it leads, or what it does. */
  go: string | (() => void)
  keys?: string
  /** The server found it, by what was typed a moment ago. */
  isRecord?: true
}

const corners = [
  { value: 0, label: 'Square' },
  { value: defaultCustomization.borderRadius, label: 'Round' },
]

interface Commands {
  /** With the record that is open. */
  ofRecord: Hit[]
  ofProduct: Hit[]
}

/** What can be done from anywhere. */
export function useCommands(): Commands {
  const dispatch = useDispatch()
  const acts = useOpenActs()
  const soundActs = useSoundActs()
  const command = (label: string, go: () => void, hint = '', shown?: string): Hit => ({
    key: `do ${label}`,
    label,
    hint,
    kind: 'Action',
    go,
    ...(shown && { keys: shown }),
  })
  const ofProduct = [
    ...soundActs.map(({ label, run }) => command(label, run, 'Order sound')),
    command('Dark theme', () => dispatch(modeSet('dark')), 'Colours'),
    command('Light theme', () => dispatch(modeSet('light')), 'Colours'),
    command('Theme of the system', () => dispatch(modeSet('system')), 'Colours'),
    command('12-hour clock', () => dispatch(clockSet('12-hour')), 'Times'),
    command('24-hour clock', () => dispatch(clockSet('24-hour')), 'Times'),
    command('Show how long ago', () => dispatch(momentsSet('relative')), 'Times'),
    command('Show date and time', () => dispatch(momentsSet('absolute')), 'Times'),
    command('Show new orders over the whole screen', () => dispatch(takeoverSet(true)), 'New orders'),
    command('Show new orders as a message', () => dispatch(takeoverSet(false)), 'New orders'),
    command('Theme, font and corners', () => openOverlay('theme')),
    ...optionsOf(fontLabels).map(({ value, label }) => command(`Font ${label}`, () => dispatch(fontFamilySet(value)), 'Theme')),
    ...corners.map(({ value, label }) => command(`${label} corners`, () => dispatch(borderRadiusSet(value)), 'Theme')),
    command('Wide menu', () => dispatch(openedSet(true)), 'Menu'),
    command('Narrow menu', () => dispatch(openedSet(false)), 'Menu'),
    command('Keyboard shortcuts', () => openOverlay('shortcuts'), '', keys.shortcuts.shown),
    command('Sign out', () => signOut(dispatch)),
  ]
  return { ofRecord: acts.map(({ label, run }) => command(label, run, 'This record')), ofProduct }
}
