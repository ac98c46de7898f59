import { inviteAddress, type OpenedAccount } from '@larder/contract'
import type { Told } from '#kit/actions/told-once.tsx'

/** What lets a person in, shown to whoever opened the account: the link of their invitation, or a temporary password. */
export function openedWith(answer: unknown): Told | null {
  const { staff, inviteToken, isMailed, temporaryPassword } = answer as OpenedAccount
  if (inviteToken)
    return {
      title: `Invitation for ${staff.name}`,
      words: isMailed
        ? `A mail with this link is on its way to ${staff.email}. You can pass it on yourself as well: it works once.`
        : `No mail server is set up: pass this link on to ${staff.name} yourself. It works once.`,
      label: 'Link',
      secret: inviteAddress(location.origin, inviteToken),
    }
  if (temporaryPassword)
    return {
      title: `Temporary password for ${staff.name}`,
      words: `They sign in as ${staff.email} with it, and choose one of their own first.`,
      label: 'Password',
      secret: temporaryPassword,
    }
  return null
}
