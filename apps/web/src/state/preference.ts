import type { Clock } from '@larder/contract'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { loggedOut } from './logged.ts'

export const colourModes = ['light', 'dark', 'system'] as const
export type ColourMode = (typeof colourModes)[number]
/** A clock of one's own, or the installation's. */
export const clockChoices = ['installation', '12-hour', '24-hour'] as const satisfies readonly (Clock | 'installation')[]
export type ClockChoice = (typeof clockChoices)[number]
/** Moments by how far off they are, or by the clock. */
export const momentChoices = ['relative', 'absolute'] as const
export type MomentChoice = (typeof momentChoices)[number]

/** A page or a record that was visited: its address and what it is called. */
export interface Visit {
  path: string
  title: string
}

/** What a person prefers on this device, beside the specification's slices. */
export interface Preference {
  mode: ColourMode
  clock: ClockChoice
  moments: MomentChoice
  /** Paths of the pages that stand at the top of the menu, in the order in which they were pinned. */
  pinned: string[]
  /** Newest first. */
  recent: Visit[]
  /** Groups of the menu that were opened or closed by hand. */
  groups: Record<string, boolean>
}

export const defaultPreference: Preference = {
  mode: 'system',
  clock: 'installation',
  moments: 'relative',
  pinned: [],
  recent: [],
  groups: {},
}
const keptVisits = 8

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
    pinToggled: (state, { payload }: PayloadAction<string>) => {
      state.pinned = state.pinned.includes(payload) ? state.pinned.filter((path) => path !== payload) : [...state.pinned, payload]
    },
    visited: (state, { payload }: PayloadAction<Visit>) => {
      state.recent = [payload, ...state.recent.filter(({ path }) => path !== payload.path)].slice(0, keptVisits)
    },
    groupSet: (state, { payload }: PayloadAction<{ id: string; isOpen: boolean }>) => {
      state.groups[payload.id] = payload.isOpen
    },
  },
  extraReducers: (builder) => {
    // Nothing of what somebody saw is left behind for who comes next.
    builder.addCase(loggedOut, (state) => {
      state.recent = []
    })
  },
})

export const { modeSet, clockSet, momentsSet, pinToggled, visited, groupSet } = slice.actions
export const preferenceReducer = slice.reducer
