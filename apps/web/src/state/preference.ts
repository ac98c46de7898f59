import { mostPinned, type Preferences } from '@larder/contract'
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { loggedOut } from './logged.ts'

/** A page or a record that was visited: its address and what it is called. */
export interface Visit {
  path: string
  title: string
  /** Of which record it is, `store 0190…`: one that was visited in several tabs was visited once. */
  of?: string
}

/** What a person prefers, beside the specification's slices; what is not `Preferences` is this device's. */
export interface Preference extends Pick<Preferences, 'mode' | 'clock' | 'moments' | 'takeover' | 'pinned'> {
  /** Newest first. */
  recent: Visit[]
  /** Groups of the menu that were opened or closed by hand. */
  groups: Record<string, boolean>
  /** Whose all this is: the account that was last signed in here. */
  owner: string | null
}

export const defaultPreference: Preference = {
  mode: 'system',
  clock: 'installation',
  moments: 'relative',
  takeover: false,
  pinned: [],
  recent: [],
  groups: {},
  owner: null,
}
const keptVisits = 8

/** What was chosen elsewhere, on another device or in another tab, by the slice that it is in. */
export const preferencesTaken = createAction<{ customization: object; preference: Partial<Preference> }>('preference/preferencesTaken')

const slice = createSlice({
  name: 'preference',
  initialState: defaultPreference,
  reducers: {
    modeSet: (state, action: PayloadAction<Preference['mode']>) => {
      state.mode = action.payload
    },
    clockSet: (state, action: PayloadAction<Preference['clock']>) => {
      state.clock = action.payload
    },
    momentsSet: (state, action: PayloadAction<Preference['moments']>) => {
      state.moments = action.payload
    },
    takeoverSet: (state, action: PayloadAction<boolean>) => {
      state.takeover = action.payload
    },
    pinToggled: (state, { payload }: PayloadAction<string>) => {
      const others = state.pinned.filter((path) => path !== payload)
      state.pinned = state.pinned.includes(payload) ? others : [...others, payload].slice(-mostPinned)
    },
    visited: (state, { payload }: PayloadAction<Visit>) => {
      const others = state.recent.filter(({ path, of }) => path !== payload.path && (of === undefined || of !== payload.of))
      state.recent = [payload, ...others].slice(0, keptVisits)
    },
    groupSet: (state, { payload }: PayloadAction<{ id: string; isOpen: boolean }>) => {
      state.groups[payload.id] = payload.isOpen
    },
  },
  extraReducers: (builder) => {
    builder.addCase(preferencesTaken, (state, { payload }) => Object.assign(state, payload.preference))
    // Nothing of what somebody saw is left behind for who comes next.
    builder.addCase(loggedOut, (state) => {
      state.recent = []
    })
  },
})

export const { modeSet, clockSet, momentsSet, takeoverSet, pinToggled, visited, groupSet } = slice.actions
export const preferenceReducer = slice.reducer
