import { scopeKindLabels, staffStatusLabels } from '@larder/contract'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import type { HistoryWords } from '#kit/resource/record/history-words.ts'

/** What says nothing to a person beside what was done. */
const silent = [
  'accessVersion',
  'passwordHash',
  'mustChangePassword',
  'inviteHash',
  'inviteExpiresAt',
  'password',
  'userAgent',
  'hasSecondFactor',
]
const changed = [...silent, 'status']

const deeds: Readonly<Record<string, readonly [what: string, covers: readonly string[]]>> = {
  create: ['Opened the account', silent],
  update: ['Changed the account', silent],
  invite: ['Sent an invitation', changed],
  acceptInvite: ['Accepted the invitation and chose a password', changed],
  changePicture: ['Changed their picture', ['imageId']],
  changeRole: ['Changed role or scope', silent],
  changePassword: ['Changed the password', changed],
  resetPassword: ['Reset the password', changed],
  turnOnSecondFactor: ['Turned on two-step sign-in', changed],
  turnOffSecondFactor: ['Turned off two-step sign-in', changed],
  renewRecoveryCodes: ['Made new recovery codes', changed],
  removeSecondFactor: ['Removed two-step sign-in and passkeys', changed],
  suspend: ['Suspended the account', changed],
  reactivate: ['Reactivated the account', changed],
  deactivate: ['Deactivated the account', changed],
  endSession: ['Ended a session', changed],
  endSessions: ['Ended every session', changed],
}

/** What an account's history says of its acts. */
export const accountHistory: HistoryWords = {
  fields: [
    selectField('status', { options: optionsOf(staffStatusLabels) }),
    selectField('scopeKind', { label: 'Scope', options: optionsOf(scopeKindLabels) }),
    textField('scopeIds', { label: 'Branches or stores' }),
    textField('roleId', { label: 'Role' }),
    textField('gains', { label: 'Gains' }),
    textField('email', { label: 'E-mail' }),
  ],
  deedOf({ action }) {
    const [what, covers] = deeds[action] ?? []
    return what && covers ? { what, covers } : undefined
  },
}
