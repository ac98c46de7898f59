import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { preferencesTaken } from './preference.ts'

export interface Customization {
  /** The menu that is open: a list of one id, or empty. */
  isOpen: string[]
  defaultId: string
  fontFamily: string
  borderRadius: number
  /** Whether the sidebar is wide. */
  opened: boolean
}

export const defaultCustomization: Customization = {
  isOpen: [],
  defaultId: 'default',
  fontFamily: 'Roboto, sans-serif',
  borderRadius: 12,
  opened: true,
}

const slice = createSlice({
  name: 'customization',
  initialState: defaultCustomization,
  reducers: {
    menuOpened: (state, action: PayloadAction<string>) => {
      state.isOpen = [action.payload]
    },
    openedSet: (state, action: PayloadAction<boolean>) => {
      state.opened = action.payload
    },
    fontFamilySet: (state, action: PayloadAction<string>) => {
      state.fontFamily = action.payload
    },
    borderRadiusSet: (state, action: PayloadAction<number>) => {
      state.borderRadius = action.payload
    },
  },
  extraReducers: (builder) => {
    builder.addCase(preferencesTaken, (state, { payload }) => Object.assign(state, payload.customization))
  },
})

export const { menuOpened, openedSet, fontFamilySet, borderRadiusSet } = slice.actions
export const customizationReducer = slice.reducer
