import { whole } from '../values/number.ts'

/** What of a change set another person approves, and what its maker is warned of. */
export const changeSetSettings = {
  'changeSet.approvalRows': {
    group: 'Change sets',
    label: 'Rows that are published without approval',
    unit: 'rows',
    schema: whole(0, 100_000),
    initial: 500,
  },
  'changeSet.approvalPercent': {
    group: 'Change sets',
    label: 'Price move that is published without approval',
    unit: '%',
    schema: whole(0, 1000),
    initial: 25,
  },
  'changeSet.dropPercent': { group: 'Change sets', label: 'Price drop that is warned of', unit: '%', schema: whole(1, 100), initial: 30 },
} as const
