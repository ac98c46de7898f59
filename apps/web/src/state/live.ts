import {
  type alertContract,
  currentInstant,
  type Instant,
  type Lookers,
  type orderContract,
  type RiderMoved,
  type StaffMessage,
} from '@larder/contract'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { askedOf, readOf } from './reads.ts'

export interface Live {
  status: 'connecting' | 'connected' | 'disconnected'
  /** Since when it is away; null while it is here, and before it first was. */
  lostAt: Instant | null
  /** Events that the last reconnection brought in after the fact. */
  recovered: number
  /** Alerts to staff that arrived since the server was last asked for them, oldest first. */
  messages: StaffMessage[]
  /** How many of them there were when it was asked: its answer knows of these. */
  asked: number
  /** Newest position by rider. */
  riders: Record<string, RiderMoved>
  /** Who looks at what is looked at here; null where nobody was told of yet. */
  lookers: Lookers | null
  /** New orders that nobody has handled yet, of those this person may see. */
  unhandled: number
  /** A 403 came back: the Session Expired dialog is open. */
  isSessionOver: boolean
}

const initialState: Live = {
  status: 'connecting',
  lostAt: null,
  recovered: 0,
  messages: [],
  asked: 0,
  riders: {},
  lookers: null,
  unhandled: 0,
  isSessionOver: false,
}
const keptMessages = 200

const slice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    connectionChanged: (state, action: PayloadAction<Live['status']>) => {
      if (action.payload === 'connected') state.lostAt = null
      else if (state.status === 'connected' && !state.isSessionOver) state.lostAt = currentInstant()
      state.status = action.payload
    },
    eventsRecovered: (state, action: PayloadAction<number>) => {
      state.recovered = action.payload
    },
    messageReceived: (state, action: PayloadAction<StaffMessage>) => {
      state.messages.push(action.payload)
      const tooMany = Math.max(0, state.messages.length - keptMessages)
      state.messages.splice(0, tooMany)
      state.asked = Math.max(0, state.asked - tooMany)
    },
    ridersMoved: (state, action: PayloadAction<RiderMoved[]>) => {
      for (const position of action.payload) state.riders[position.riderId] = position
    },
    lookersTold: (state, action: PayloadAction<Lookers>) => {
      state.lookers = action.payload
    },
    sessionEnded: (state) => {
      state.isSessionOver = true
      // Nothing comes back of itself: the dialog says what to do.
      state.lostAt = null
    },
    sessionEndConfirmed: () => initialState,
  },
  extraReducers: (builder) => {
    builder.addMatcher(readOf<typeof orderContract.unhandled>('order.unhandled'), (state, action) => {
      state.unhandled = action.payload.count
    })
    builder.addMatcher(askedOf('alert.list'), (state) => {
      state.asked = state.messages.length
    })
    builder.addMatcher(readOf<typeof alertContract.list>('alert.list'), (state) => {
      state.messages.splice(0, state.asked)
      state.asked = 0
    })
  },
})

export const { connectionChanged, eventsRecovered, lookersTold, messageReceived, ridersMoved, sessionEnded, sessionEndConfirmed } =
  slice.actions
export const liveReducer = slice.reducer
