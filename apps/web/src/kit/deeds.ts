import { wordsOf } from './words.ts'

/** Acts whose names are no verbs, or that are called otherwise. */
const deeds: Readonly<Record<string, string>> = {
  again: 'Ordered again',
  acceptInvite: 'Accepted an invitation',
  approveMany: 'Approved several',
  cart: 'Reported a cart',
  change: 'Changed',
  changePicture: 'Changed their picture',
  create: 'Added',
  device: 'Registered a device',
  endBlock: 'Unblocked',
  feedback: 'Gave feedback',
  forceOff: 'Ended the shift',
  hide: 'Hidden',
  hideMany: 'Hidden several',
  leave: 'Said that they have left',
  login: 'Signed in',
  logout: 'Signed out',
  newCode: 'Gave out another code',
  note: 'Added a note',
  orderEvent: 'Reported an event',
  overtake: 'Was overtaken',
  payment: 'Reported a payment',
  remove: 'Deleted',
  removeSecondFactor: 'Removed two-step sign-in',
  renewCodes: 'Made new recovery codes',
  review: 'Reviewed',
  revokeOthers: 'Ended other sessions',
  setOpenModeOfMany: 'Set open mode',
  shift: 'Changed shift',
  split: 'Split off a part',
  startPerson: 'Viewed as a person',
  startRole: 'Viewed as a role',
  tag: 'Tagged',
  testMessage: 'Sent a test message',
  turnOff: 'Turned off two-step sign-in',
  update: 'Changed',
}
const irregular: Readonly<Record<string, string>> = {
  begin: 'began',
  cancel: 'cancelled',
  give: 'gave',
  go: 'went',
  reset: 'reset',
  send: 'sent',
  set: 'set',
  submit: 'submitted',
  take: 'took',
  withdraw: 'withdrew',
  write: 'wrote',
}

/** What was done, by the name of the act: `pickUp` as "Picked up"; for acts that nobody gave words. */
export function deedOf(act: string): string {
  if (Object.hasOwn(deeds, act)) return deeds[act] as string
  const [verb = '', ...rest] = wordsOf(act).toLowerCase().split(' ')
  return wordsOf([pastOf(verb), ...rest].join(' '))
}

function pastOf(verb: string): string {
  if (Object.hasOwn(irregular, verb)) return irregular[verb] as string
  if (verb.endsWith('e')) return `${verb}d`
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`
}
