import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** An act that is shown as done and can still be undone, or whose answer is not on screen yet. */
export interface HeldAct {
  key: string
  /** The endpoint's name: "order.accept". */
  name: string
  entity: string
  id: string
  /** The record's version that it was decided on; a newer one is shown as it is. */
  version: number
  /** What the record is once it is done; null: it is gone. */
  change: Record<string, unknown> | null
  /** It has left: it can't be undone any more. */
  isSent: boolean
}

const slice = createSlice({
  name: 'held',
  initialState: [] as HeldAct[],
  reducers: {
    heldAdded: (state, action: PayloadAction<Omit<HeldAct, 'isSent'>>) => [...state, { ...action.payload, isSent: false }],
    heldSent: (state, action: PayloadAction<string>) =>
      state.map((each) => (each.key === action.payload ? { ...each, isSent: true } : each)),
    heldEnded: (state, action: PayloadAction<string>) => state.filter(({ key }) => key !== action.payload),
  },
})

export const { heldAdded, heldSent, heldEnded } = slice.actions
export const heldReducer = slice.reducer
