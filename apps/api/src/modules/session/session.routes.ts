import { passkeyContract, secondFactorContract, sessionContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { acceptInvite, readInvite } from './invite.service.ts'
import { changeOwnPicture } from './own-picture.service.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './passkey.service.ts'
import { askForPasskey } from './passkey-signature.service.ts'
import { changePreferences } from './preference.service.ts'
import { prove } from './proof.service.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from './second-factor.service.ts'
import { changePassword, getMe, listOwnSessions, revokeOtherSessions, revokeOwnSession, signOut } from './session.service.ts'
import { signIn, signInByPasskey } from './sign-in.service.ts'

export function registerSession(app: App): void {
  implement(app, sessionContract, {
    login: signIn,
    readInvite,
    acceptInvite,
    me: getMe,
    changePicture: changeOwnPicture,
    changePreferences,
    logout: signOut,
    sessions: listOwnSessions,
    revoke: revokeOwnSession,
    revokeOthers: revokeOtherSessions,
    prove,
    changePassword,
  })
}

export function registerPasskeys(app: App): void {
  implement(app, passkeyContract, {
    list: listPasskeys,
    begin: beginPasskey,
    create: addPasskey,
    remove: removePasskey,
    ask: askForPasskey,
    login: signInByPasskey,
  })
}

export function registerSecondFactor(app: App): void {
  implement(app, secondFactorContract, {
    get: getSecondFactor,
    begin: beginSecondFactor,
    confirm: confirmSecondFactor,
    turnOff: turnOffSecondFactor,
    renewCodes: renewRecoveryCodes,
  })
}
