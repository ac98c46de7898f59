import { type StaffMember, staffContract } from '@larder/contract'
import { action, confirmAction } from '#kit/actions/action.ts'
import { reasonField } from '#kit/fields/fields.tsx'
import { roleField, scopeField } from './account-fields.tsx'
import { handOverField } from './hand-over-field.tsx'
import { openedWith } from './opened.ts'

/** What can be done with an account; what cannot be says why. */
export const accountActs = [
  confirmAction(staffContract.invite, {
    label: 'Invite',
    title: 'Invite with a link',
    question: ({ name, email }: StaffMember) => `${name} gets a link at ${email} to choose a password. An earlier link no longer works.`,
    done: ({ name }) => `${name} is invited`,
    tells: openedWith,
  }),
  confirmAction(staffContract.changeRole, {
    label: 'Change role or scope',
    question: ({ name }: StaffMember) => `It applies at once, also where ${name} is signed in.`,
    body: ({ role, scope }) => ({ roleId: role.id, scope: { kind: scope.kind, ids: scope.places.map(({ id }) => id) } }),
    asks: [roleField, scopeField],
    done: ({ name }) => `Role and scope of ${name} changed`,
  }),
  confirmAction(staffContract.resetPassword, {
    label: 'Reset password',
    question: ({ name }: StaffMember) =>
      `${name} is signed out everywhere, passkeys are removed, and a temporary password, which you are shown once, lets them in.`,
    done: ({ name }) => `Password of ${name} reset`,
    tells: openedWith,
  }),
  confirmAction(staffContract.removeSecondFactor, {
    label: 'Remove two-step sign-in',
    question: ({ name }: StaffMember) =>
      `For a lost phone: its passkeys are removed as well. Until ${name} sets it up again, the password alone signs in, so make sure that it is them who ask.`,
    asks: 'reason',
    done: ({ name }) => `Two-step sign-in of ${name} removed`,
  }),
  confirmAction(staffContract.endSessions, {
    label: 'Sign out everywhere',
    question: ({ name }: StaffMember) => `Every session of ${name} ends at once. They can sign in again.`,
    done: ({ name }) => `${name} is signed out everywhere`,
  }),
  confirmAction(staffContract.suspend, {
    label: 'Suspend',
    tone: 'danger',
    question: ({ name }: StaffMember) => `${name} is signed out at once and cannot sign in until reactivated.`,
    asks: [reasonField(), handOverField],
    done: ({ name }) => `${name} is suspended`,
  }),
  confirmAction(staffContract.reactivate, {
    label: 'Reactivate',
    question: ({ name }: StaffMember) => `${name} can sign in again, with the same role and scope.`,
    asks: 'reason',
    done: ({ name }) => `${name} is reactivated`,
  }),
  confirmAction(staffContract.deactivate, {
    label: 'Deactivate',
    tone: 'danger',
    question: ({ name, email }: StaffMember) =>
      `For people who leave. ${name} is signed out at once, the old password no longer works, and ${email} stays taken. What they did stays in the record. A new invitation can open the account again.`,
    asks: [reasonField(), handOverField],
    done: ({ name }) => `${name} is deactivated`,
  }),
]

/** Ends one session of a person. */
export const endSession = (sessionId: string, device: string) =>
  action(staffContract.endSession, {
    label: 'Sign out',
    title: `Sign out ${device}`,
    body: () => ({ sessionId }),
    done: ({ name }: StaffMember) => `${name} is signed out: ${device}`,
    failed: ({ name }) => `${name} was not signed out`,
  })
