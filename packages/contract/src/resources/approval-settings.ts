import { whole } from '../values/number.ts'

/** How long what another person decides on may wait, and how long what they approved still does. */
export const approvalSettings = {
  'approval.expiryDays': {
    group: 'Approvals',
    label: 'Time to approve a request',
    unit: 'days',
    schema: whole(1, 60),
    initial: 7,
  },
  'bankAccount.coolingHours': {
    group: 'Approvals',
    label: 'Wait before an approved bank account is used',
    unit: 'hours',
    schema: whole(0, 240),
    initial: 24,
    isChecked: true,
  },
} as const
