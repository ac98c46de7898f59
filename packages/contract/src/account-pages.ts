/** The words of `/accounts/{word}` (specification, section 2), each the key of a role, with what its people are called. */
export const accountPages = {
  'branch-partner': 'Branch partners',
  'custumercare-admin': 'Customer care admins',
  'custumercare-executive': 'Customer care executives',
  'accountant-admin': 'Accountant admins',
  'accounts-manager': 'Accounts managers',
  'accounts-executive': 'Accounts executives',
  'marketing-admin': 'Marketing admins',
  'marketing-executive': 'Marketing executives',
  'office-staff': 'Office staff',
  'store-officer': 'Store officers',
} as const
export type AccountPage = keyof typeof accountPages

/** Where an invitation opens. Its token stands behind the `#`, which a browser sends to nobody: no log and no referrer has it. */
export const invitePlace = '/login#invite='

/** Hours for which the first administrator's invitation, which each start of an installation without one prints, can be accepted. */
export const firstAdminHours = 24

/** The token of an address that invites, by its path and hash; null of any other. */
export function invitedBy({ pathname, hash }: { pathname: string; hash: string }): string | null {
  return (pathname + hash).split(invitePlace)[1] || null
}
