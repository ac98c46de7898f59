import type { Me, SignedIn } from '@larder/contract'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** The login payload; a person fetched with a stored token comes without `expiresAt`. */
export type LoginPayload = Me & Pick<SignedIn, 'accessToken'> & Partial<SignedIn>

/** The signed-in person: the whole login payload is `me`, including `accessToken` and `isAdmin`. */
export interface Logged {
  isLogged: boolean
  key: string
  role: string
  isAdmin: boolean
  me: LoginPayload | null
}

const initialState: Logged = { isLogged: false, key: '', role: '', isAdmin: false, me: null }

const signedIn = (payload: LoginPayload): Logged => ({
  isLogged: true,
  key: payload.accessToken,
  role: payload.role,
  isAdmin: payload.isAdmin,
  me: payload,
})

const slice = createSlice({
  name: 'logged',
  initialState,
  reducers: {
    loggedIn: (_state, action: PayloadAction<LoginPayload>) => signedIn(action.payload),
    /** The person of a stored token, fetched on load. */
    userStored: (_state, action: PayloadAction<{ user: Me; accessToken: string }>) =>
      signedIn({ ...action.payload.user, accessToken: action.payload.accessToken }),
    /** The same person, who may do something else now, or for whom something else holds. */
    accessChanged: (state, action: PayloadAction<Me>) => {
      const { me, key } = state
      // The events that were heard since are not asked for again.
      if (me) Object.assign(state, signedIn({ ...me, ...action.payload, accessToken: key, sequence: me.sequence }))
    },
    pictureChanged: ({ me }, action: PayloadAction<string | null>) => {
      if (me) me.person.imageId = action.payload
    },
    loggedOut: () => initialState,
  },
})

export const { loggedIn, userStored, accessChanged, pictureChanged, loggedOut } = slice.actions
export const loggedReducer = slice.reducer
