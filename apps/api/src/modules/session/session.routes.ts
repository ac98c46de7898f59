import { sessionContract } from '@larder/contract'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { changePassword, getMe, listOwnSessions, revokeOtherSessions, revokeOwnSession, signOut } from './session.service.ts'
import { signIn } from './sign-in.service.ts'

export function registerSession(app: App): void {
  implement(app, sessionContract, {
    login: signIn,
    me: getMe,
    logout: signOut,
    sessions: listOwnSessions,
    revoke: revokeOwnSession,
    revokeOthers: revokeOtherSessions,
    changePassword,
  })
}
