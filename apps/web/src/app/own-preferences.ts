import { type ChosenPreferences, chosenPreferences, type Preferences, sessionContract } from '@larder/contract'
import type { Store } from '@reduxjs/toolkit'
import { call } from '#api/transport.ts'
import { defaultCustomization } from '#state/customization.ts'
import { defaultPreference, type Preference, preferencesTaken } from '#state/preference.ts'
import type { AppState } from './store.ts'
import { preferencesKey, storedPreferences, type WithPreferences } from './stored-preferences.ts'

/** Milliseconds without another choice after which what was chosen is sent: whoever drags a slider chooses once. */
const quietMs = 600
/** Milliseconds after which what could not be sent is sent again. */
const retryMs = 20_000

/**
 * Keeps what the signed-in person prefers on their account, and takes up what they chose elsewhere: on another device, or in another tab.
 * Of each field the last choice holds; what was chosen here and is not sent yet is later than anything that is heard. Answers how to stop.
 */
export function followPreferences(store: Store<AppState>): () => void {
  /** What this tab and the account have in common; null while nobody is signed in. */
  let agreed: ChosenPreferences | null = null
  let heard: ChosenPreferences | null = null
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const unsent = (): ChosenPreferences => (agreed ? differing(ownPreferences(store.getState()), agreed) : {})

  const adopt = (chosen: ChosenPreferences, owner?: string) => {
    const taken = without(chosen, unsent())
    if (agreed) agreed = { ...agreed, ...taken }
    const state = store.getState()
    // What is taken up is kept, which every other tab hears: two tabs that take up the same from each other would never end.
    const isNews = Object.keys(differing(taken, ownPreferences(state))).length > 0
    if (isNews || (owner && owner !== state.preference.owner)) store.dispatch(preferencesTaken(inSlices(taken, owner)))
  }

  const hear = (own: ChosenPreferences, id: string) => {
    heard = own
    const state = store.getState()
    const { owner } = state.preference
    // What somebody else left on this device is not theirs.
    const isAnothers = owner !== null && owner !== id
    const isAfresh = agreed === null && isAnothers
    agreed ??= ownPreferences(state)
    adopt(isAfresh ? { ...defaults, ...own } : own, id)
  }

  const plan = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(send, ms)
  }

  const send = async (_?: unknown, keepalive = false) => {
    clearTimeout(timer)
    const body = unsent()
    if (isSending || Object.keys(body).length === 0) return
    isSending = true
    const sentBy = store.getState().logged.me?.person.id
    const answer = await call(sessionContract.changePreferences, { body: chosenPreferences(body) }, { keepalive }).catch(() => null)
    isSending = false
    if (!agreed || store.getState().logged.me?.person.id !== sentBy) return
    if (!answer) return plan(retryMs)
    // What was refused stays on this device.
    agreed = { ...agreed, ...body }
    if (Object.keys(unsent()).length > 0) plan(quietMs)
  }

  let seen: WithPreferences | null = null
  const look = () => {
    const { logged, customization, preference } = store.getState()
    if (!logged.me) {
      clearTimeout(timer)
      agreed = heard = null
      return
    }
    if (logged.me.preferences !== heard) hear(logged.me.preferences, logged.me.person.id)
    if (seen?.customization === customization && seen.preference === preference) return
    seen = { customization, preference }
    if (Object.keys(unsent()).length > 0) plan(quietMs)
  }

  // The tab that it was chosen in sends it.
  const followTab = ({ key }: StorageEvent) => {
    if (key === preferencesKey && localStorage.getItem(key) !== null) adopt(ownPreferences(storedPreferences()))
  }
  const leave = () => void send(undefined, true)
  addEventListener('storage', followTab)
  addEventListener('pagehide', leave)
  const stop = store.subscribe(look)
  look()
  return () => {
    stop()
    clearTimeout(timer)
    removeEventListener('storage', followTab)
    removeEventListener('pagehide', leave)
  }
}

function ownPreferences({ customization, preference }: WithPreferences): Preferences {
  const { fontFamily, borderRadius, opened } = customization
  const { mode, clock, moments, takeover, pinned } = preference
  return { fontFamily: fontFamily as Preferences['fontFamily'], borderRadius, opened, mode, clock, moments, takeover, pinned }
}

const defaults = ownPreferences({ customization: defaultCustomization, preference: defaultPreference })

/** What of the first the second has otherwise. */
function differing(own: ChosenPreferences, other: ChosenPreferences): ChosenPreferences {
  return Object.fromEntries(
    Object.entries(own).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(other[key as keyof Preferences])),
  )
}

function inSlices(chosen: ChosenPreferences, owner: string | undefined) {
  const { fontFamily, borderRadius, opened, ...preference } = chosen
  const customization = Object.fromEntries(Object.entries({ fontFamily, borderRadius, opened }).filter(([, value]) => value !== undefined))
  return { customization, preference: { ...preference, ...(owner && { owner }) } as Partial<Preference> }
}

function without(chosen: ChosenPreferences, others: ChosenPreferences): ChosenPreferences {
  return Object.fromEntries(Object.entries(chosen).filter(([key]) => !(key in others)))
}
