import type { Clock } from '@larder/contract'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export const colourModes = ['light', 'dark', 'system'] as const
export type ColourMode = (typeof colourModes)[number]
/** A clock of one's own, or the installation's. */
export const clockChoices = ['installation', '12-hour', '24-hour'] as const satisfies readonly (Clock | 'installation')[]
export type ClockChoice = (typeof clockChoices)[number]
/** Moments by how far off they are, or by the clock. */
export const momentChoices = ['relative', 'absolute'] as const
export type MomentChoice = (typeof momentChoices)[number]

/** What a person prefers on this device, beside the specification's slices. */
export interface Preference {
  mode: ColourMode
  clock: ClockChoice
  moments: MomentChoice
}

export const defaultPreference: Preference = { mode: 'system', clock: 'installation', moments: 'relative' }

const slice = createSlice({
  name: 'preference',
  initialState: defaultPreference,
  reducers: {
    modeSet: (state, action: PayloadAction<ColourMode>) => {
      state.mode = action.payload
    },
    clockSet: (state, action: PayloadAction<ClockChoice>) => {
      state.clock = action.payload
    },
    momentsSet: (state, action: PayloadAction<MomentChoice>) => {
      state.moments = action.payload
    },
  },
})

export const { modeSet, clockSet, momentsSet } = slice.actions
export const preferenceReducer = slice.reducer
