import { type Approval, approvalContract } from '@larder/contract'
import type { BaseRow } from '../row.ts'
import { action } from './action.ts'

/** Takes back a request of one's own, from the list of requests and from beside what it is about. */
export const withdraw = action(approvalContract.withdraw, {
  label: 'Withdraw',
  title: 'Withdraw the request',
  done: ({ title }: BaseRow & Pick<Approval, 'title'>) => `Withdrawn: ${title}`,
})
