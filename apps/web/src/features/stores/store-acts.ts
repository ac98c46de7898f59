import { type StoreRow, storeContract } from '@larder/contract'
import { action, confirmAction } from '#kit/actions/action.ts'

type Named = Pick<StoreRow, 'id' | 'version' | 'name' | 'status'>

/** What moves a store from lead to live, and out again. */
export const storeActs = [
  action(storeContract.begin, {
    label: 'Start onboarding',
    tone: 'primary',
    done: ({ name }: Named) => `${name} is being onboarded`,
  }),
  action(storeContract.submit, {
    label: 'Submit for approval',
    tone: 'primary',
    done: ({ name }: Named) => `${name} was submitted`,
  }),
  confirmAction(storeContract.approve, {
    label: 'Approve',
    tone: 'primary',
    question: ({ name }: Named) =>
      `${name} has the papers, the bank account and the commission that you have seen. It can sell once it goes live.`,
    done: ({ name }: Named) => `${name} is approved`,
  }),
  confirmAction(storeContract.sendBack, {
    label: 'Send back',
    asks: 'reason',
    question: ({ name }: Named) => `${name} becomes a draft again, with your reason beside it.`,
    done: ({ name }: Named) => `${name} was sent back`,
  }),
  confirmAction(storeContract.goLive, {
    label: 'Go live',
    tone: 'primary',
    question: ({ name }: Named) => `${name} takes orders within its hours from now on.`,
    done: ({ name }: Named) => `${name} is live`,
  }),
  confirmAction(storeContract.suspend, {
    label: 'Suspend',
    tone: 'danger',
    asks: 'reason',
    question: () => 'Suspend this store? It disappears from the marketplace; active orders continue.',
  }),
  confirmAction(storeContract.reinstate, {
    label: 'Reinstate',
    asks: 'reason',
    question: () => 'Return this store to the marketplace?',
  }),
  confirmAction(storeContract.terminate, {
    label: 'Terminate',
    tone: 'danger',
    asks: 'reason',
    question: ({ name }: Named) =>
      `${name} is gone for good: it never sells again, and its machines and channel keys open nothing any more. Its record is kept.`,
    done: ({ name }: Named) => `${name} is terminated`,
  }),
]
