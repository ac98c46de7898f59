import {
  type ChannelKind,
  channelKinds,
  channelReaches,
  channelReachLabels,
  type ErrorKind,
  errorKinds,
  machinesOf,
  maxOrderMinor,
  maxPriceMinor,
  plainFormat,
  refusalReasons,
  type SettingFacts,
  type SettingKey,
  settings,
  settingValues,
} from '@larder/contract'
import { manyOf } from '../plural.ts'

/** What each kind of failure means to a program. */
export const errorWords: Record<ErrorKind, string> = {
  invalid: 'what was sent is wrong; `fields` names each place.',
  malformed: 'the request cannot be read: no JSON, a key twice, a broken address.',
  credentials: 'no credential, or a wrong one.',
  'not-permitted': 'the caller is known and lacks the permission or scope that the message names.',
  unproved: 'the last proof of who the caller is lies too far back: prove it by `POST /me/proof`, then send the same request again.',
  'session-over': 'the session has ended: sign in again. Nothing else is told by this status.',
  'not-found': 'there is no such record, or it lies outside of what the caller reaches.',
  'wrong-method': 'the address is one of ours, but not asked for in this way; `allow` says how.',
  stale: 'somebody changed the record since it was read; `current` is the newer one.',
  refused: 'the state of the record, or a rule, forbids it; `reason` says which.',
  'too-large': 'the body has more bytes than the operation takes.',
  'unsupported-media': 'the body is of another media type than the operation reads.',
  limited: 'too many requests; wait as `retry-after` says.',
  internal: 'a fault of the server; it was noted under `requestId`.',
  unavailable: 'not now; try again as `retry-after` says.',
}

export interface Chapter {
  title: string
  /** Paragraphs; words between backticks are code. */
  text: readonly string[]
  /** What each word means, told one below the other. */
  words?: Readonly<Record<string, string>>
}

const inr = (minor: number) => plainFormat.money({ minor, currency: 'USD' }).slice(1)

/** What holds for every operation, in the order in which somebody new needs it. */
export const chapters: readonly Chapter[] = [
  {
    title: 'Who calls',
    text: [
      'Staff sign in with `POST /login` and send the `accessToken` as `x-api-key`, as `Authorization: Bearer`, or as both if they are equal. An outside program sends its channel key the same way and calls what lies below `/channel`.',
      'Of an account with two-step sign-in `POST /login` takes a `code` as well; without one a right password is answered `code-needed`. What has `x-proof` changes accounts, roles, keys or settings: a person whose last proof of who they are is more than ten minutes old is refused as `proof-needed`, sends the password or a code to `POST /me/proof`, and then the same request again.',
      'A session ends after `session.idleHours` in which nobody used it. What a program asks by itself, with nobody at it, it sends with `x-unattended: true`: that keeps no session alive, and nor does a live connection.',
      "Every operation names what it needs in `x-permission`: a permission of the caller's role, a scope of a channel key (`channel:…`), `signed-in` or `public`. Whoever makes, changes or acts on a record is answered with it, and therefore needs the permission to see its kind as well (`x-view-permission`): without it they are refused as `missing-permission`, whatever else they hold. What lies outside of the caller's branches and stores answers as if it were not there.",
    ],
  },
  {
    title: 'Channel keys',
    text: [
      "A key is made for one outside program, in the browser (`POST /channel-keys`) or by the installation's operator (`npm run admin -- channel-key create`), with a kind, scopes and a reach. An operation below `/channel` needs a scope, which `x-permission` names, and a kind that speaks for one of the parties in `x-parties`; else it is refused as `missing-scope` or `wrong-party`. Who acts on an order or registers a device is said in the body, and must be a party of the key as well.",
      "The reach of a key is what it speaks for, and all that there is for it: stores, menus, orders with their changes and events, riders, machines and owners of devices that lie outside of it answer as if they were not there. A till or a store's app has the orders of its stores whichever channel they came in by, a rider's app the deliveries and the riders of its branches. A customer's app has the stores and menus of the whole marketplace, and of orders and carts what came in by it.",
      'A key can be given another secret: the channel stays, with its orders and carts, and the secret before opens as well for as many days as were chosen, at most seven. A key that is revoked opens nothing from that moment on. How many requests a minute a key takes is its own where it says so.',
    ],
    words: Object.fromEntries((Object.keys(channelKinds) as ChannelKind[]).map((kind) => [kind, kindWords(kind)])),
  },
  {
    title: 'Failures',
    text: [
      'Every success is 200. A failure is `{ "error": { kind, reason, message, fields, requestId, current? } }`: `kind` decides the status, `reason` is a stable word to decide by, `message` is for people and may change, `fields` maps an input such as `body.lines.0.quantity` to what is wrong with it.',
      'Why a person or an app rejects, cancels or restores an order, or says that it failed, is another thing: a code of `GET /orders/reasons`, for channels `GET /channel/reasons`.',
    ],
  },
  {
    title: 'Reasons',
    text: ['Every `reason` that a failure can have, with its status and `kind`. A word never gets another meaning; new ones may be added.'],
    words: Object.fromEntries(
      (Object.keys(refusalReasons) as ErrorKind[]).flatMap((kind) =>
        Object.entries(refusalReasons[kind]).map(([word, meaning]) => [word, `${errorKinds[kind]} \`${kind}\`. ${meaning}`]),
      ),
    ),
  },
  {
    title: 'Writing safely',
    text: [
      'An operation that takes `Idempotency-Key` may be sent again after a lost answer: the same key with the same input has one effect and gives the stored answer, with the header `idempotent-replayed`. Keys are kept for 48 hours. To a caller whose branches or stores have changed since, it is a new operation, which is refused or not as any other, and still has no second effect. An operation without that header in its list keeps nothing.',
      'A record carries its `version`. A change sends the version it was made on; if the record has moved on it is refused with 409 and the newer record.',
      "What may be done with a record now stands in its `allowed`: an action that is not listed is not the caller's, one with `because` waits for another state.",
    ],
  },
  {
    title: 'Lists',
    text: [
      'A list gives `rows` and `next`. Send `next` as `cursor` for the following page; `null` is the end. A cursor belongs to its sort. Rows that stay where they are come exactly once, however many are added meanwhile.',
      '`limit` is 1 to 100. `sort` is a key, with `-` before it for descending. `count=true` fills `total`, counted to at most 1,000. Numbers are plain decimal digits, flags are `true` or `false`, and no parameter may be given twice.',
    ],
  },
  {
    title: 'Times and days',
    text: [
      'An instant is in UTC with milliseconds: `2026-11-20T13:41:00.000Z`, in the years 1900 to 2999. A day is `2026-11-20`.',
      "`from` and `to` of a list of orders are business days, both included. The business day of an order, the dashboard of one branch and a store's hours are in the time zone of the branch or the store; a dashboard of several branches shows the day of the installation's time zone.",
    ],
  },
  {
    title: 'Money and numbers',
    text: [
      `An amount is a whole number of minor units (paise, cents) with its currency: 12.50 is \`{ "minor": 1250, "currency": "INR" }\`. What is entered as one price, fee, deposit or tip is at most ${inr(maxPriceMinor)} of a currency with two decimals, an order at most ${inr(maxOrderMinor)}; a sum of many orders stops at 9,007,199,254,740,991 minor units.`,
      'The total is items, packing, delivery, tip and rounding less the discount, and the tax on top where `pricesIncludeTax` is false. Where it is true they contain the tax, and so does the `amount` of a line; `taxes` tells it by rate, its `base` always without it. A tip bears no tax. An order keeps the rules under which it was placed.',
      'A share is in parts per million: 5 % is 50,000. Weights are grams, distances kilometres, positions WGS 84 degrees.',
      'The length of a text counts what people see as characters.',
    ],
  },
  {
    title: 'Limits',
    text: [
      'A caller has a number of requests a minute for all operations together, set by the installation; an operation may have a limit of its own (`x-limits`). A body has at most 256 KiB unless `x-limits` says otherwise. Beyond a limit the answer is 429 with `retry-after`. Requests whose caller is not known, or that lead nowhere, are counted by address, before anything else.',
      'Attempts to sign in are counted by account and address: after five wrong ones each waits longer, at most ten in a quarter of an hour. A client that keeps the cookie of `POST /login` is known by it and not kept waiting by others who guess.',
    ],
  },
  {
    title: 'Settings',
    text: [
      'What holds for the whole installation. A row tells what its `value` may be: `kind`, with `choices`, or `min` and `max`. A share is changed in parts per million.',
    ],
    words: Object.fromEntries((Object.keys(settings) as SettingKey[]).map((key) => [key, settingWords(key)])),
  },
  {
    title: 'Live connection',
    text: [
      "Staff hear of changes over Socket.IO 4 at the path `/socket.io/` of this server, from a page of the same origin or a program without one. The session token goes into `auth.token`: `io(url, { auth: { token } })`. The server refuses with `session-over` or, for the moment, `unavailable` or `too-many-requests`. There is one thing to send, `looking` with the order or board that is on screen, or null: whom one hears of follows from one's permissions and scope.",
      'Each event carries a `sequence`, a number that rises through the whole installation. Keep the highest one. After a break ask `GET /changes?after=N` and apply each number once; `reset` means that it is too much or too long ago, and that everything is to be read again.',
      'The events with their payloads are in `x-socket`.',
    ],
  },
]

function kindWords(kind: ChannelKind): string {
  const machines = machinesOf[kind].join(', ')
  const reach = channelReaches[kind].map((reach) => channelReachLabels[reach].toLowerCase()).join(' or ')
  return `speaks for ${channelKinds[kind].join(', ')}; its reach: ${reach}${machines ? `; its machines: ${machines}` : ''}.`
}

function settingWords(key: SettingKey): string {
  const { label, unit, initial, follows }: SettingFacts = settings[key]
  const { kind, choices, min, max } = settingValues(key)
  const values = {
    number: `a whole number, ${min} to ${max}${unit ? ` ${unit === 'currency' ? 'whole units of the currency' : unit}` : ''}`,
    text: `a text, ${min} to ${max} characters`,
    choice: choices?.map((choice) => `\`${choice}\``).join(' or '),
    currency: 'a capital ISO 4217 code',
    time: 'a time of day like 09:30',
    'time-zone': 'an IANA time zone',
    'calling-code': 'the digits of a calling code, without `+`',
    'tax-profile': 'the id of a tax profile, or `none`',
  }
  const unlessChanged = follows ? `by \`${follows}\`` : `\`${initial}\``
  return `${label}: ${values[kind]}; ${unlessChanged} unless changed.`
}

/** A chapter as Markdown. */
export function markdownOf({ title, text, words = {} }: Chapter): string {
  const list = Object.entries(words).map(([word, meaning]) => `- \`${word}\`: ${meaning}`)
  return [`## ${title}`, ...text, ...(list.length > 0 ? [list.join('\n')] : [])].join('\n\n')
}

/** What the operations of an entity are about. */
export function tagWordsOf(entity: string): string {
  const many = manyOf(entity)
  return tagWords[entity] ?? `${many.charAt(0).toUpperCase()}${many.slice(1)}.`
}

/** Where it is more than its name says. */
export const tagWords: Record<string, string> = {
  alert: 'What staff are told and have to know of, and what of it they have read.',
  approval: 'What somebody asks for and another person approves.',
  area: 'Delivery areas: a polygon with fees by distance.',
  audit: 'Who changed a record, and what.',
  branch: 'Operating territories.',
  floor: 'All that is open on one map, and past shifts as they stood at each instant.',
  'hand-over': 'Shifts: handed over with their open orders, signed by the next person.',
  'branch-day': 'Business days of branches: closed by one person, signed off by another.',
  'cash-deposit': 'Cash that riders and stores brought, as it was counted.',
  'cash-day': 'What riders and stores had of customers’ cash on closed days.',
  'cash-holder': 'Riders and stores who hold cash of customers.',
  'cash-order': 'Orders whose cash was not deposited yet.',
  'category-type': 'Groups of stores that customers browse by, per vertical.',
  'channel-key': 'Keys of outside programs: what each speaks for, its secret, how often it may ask.',
  channel: 'What outside programs call with a channel key: customer, store and rider apps, and tills.',
  crate: 'Returnable crates.',
  'choice-group': 'What is chosen with the items of a menu: options and add-ons, kept once for all items that come with them.',
  'menu-scan': 'Menus that were photographed or sent as PDF and read on this machine.',
  'menu-scan-row': 'What was read of menus, row by row, for whoever reviews it.',
  feedback: 'What customers say of the app, a store or a rider, until it is answered or closed.',
  macro: 'Answers that are kept to be said again on tickets, with `{customer}`, `{order}`, `{store}` and `{agent}` for what differs.',
  review: 'What customers say of delivered orders.',
  remedy: 'What is done on a ticket to make good what went wrong, and who bears it.',
  'wallet-credit': 'Credits of customers, which pay for orders, and expire.',
  ticket: 'What customers, stores and riders need of the staff, until it is solved.',
  'rejected-order': 'Orders that stores did not take: why, and what was lost.',
  'scheduled-order': 'Orders that wait for their slot: by the hour and one by one, with what stands in their way.',
  'tax-profile': 'Rates of tax by date, to which items refer.',
  'crate-movement': 'Crates issued to stores and returned by them, and what stores hold.',
  cuisine: 'Kitchens of the world that a restaurant may name.',
  customer: 'People who order.',
  dashboard: 'Today in figures, and what is about to be late.',
  draft: 'What people began to enter and did not finish.',
  event: 'What a client missed while it was away.',
  file: 'Pictures of records.',
  'ledger-account': 'What each account of the ledger stands at.',
  'ledger-entry': 'Every movement of money, in double entry.',
  'misbooked-order': 'Orders that are booked otherwise than they stand, and the check of the ledger that finds them.',
  mail: 'What the product writes to people, and what became of it.',
  machine: 'Tills, printers and tablets of stores: pairing, whether they are alive, messages to them.',
  order: 'Orders, from their arrival to delivered.',
  'order-print': 'Paper of orders: receipts and kitchen tickets.',
  'order-reason': 'Lists of reasons, with who bears the cost.',
  'order-status': 'How statuses of orders are called, coloured, timed and heard.',
  payment: 'Payments that a gateway executes, and what it says of them.',
  'payment-difference': 'What we and a gateway say differently, and the comparison that finds it.',
  rider: 'People who carry orders, from their application until they leave.',
  'rider-earning': 'What riders earned, order by order.',
  'rider-incident': 'What staff noted of riders.',
  'rider-message': 'What staff wrote to riders.',
  'rider-pay-rule': 'What riders are paid, by branch and from a day on.',
  'rider-proposal': 'Who would have been proposed for orders, against who was assigned.',
  'rider-shift': 'When riders were at work.',
  passkey: 'Passkeys of the caller, and signing in by one.',
  permission: 'What can be permitted, and what each permission opens.',
  role: 'Named sets of permissions.',
  search: 'Records of every kind by what they are called.',
  'saved-view': 'States of a list that people keep and share.',
  'second-factor': 'Two-step sign-in of the caller: a code of an authenticator app besides the password.',
  session: 'Signing in and out, and who one is.',
  setting: 'What holds for the whole installation.',
  staff: 'Accounts of the people who work here.',
  'view-as': 'To see the product as a role or a person, read-only.',
  store: 'Shops and kitchens that sell through the marketplace.',
  'store-location': 'Named localities inside an area.',
  'temporary-state': 'What holds for a while now: paused, closed and busy stores, rushes, snoozed items, blocked riders.',
  task: 'Work that takes longer than a request, such as an export.',
  system: 'Whether the program lives, and what its API is.',
}
