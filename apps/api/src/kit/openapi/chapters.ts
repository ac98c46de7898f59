import {
  type ChannelKind,
  channelKinds,
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

/** What each kind of failure means to a program. */
export const errorWords: Record<ErrorKind, string> = {
  invalid: 'what was sent is wrong; `fields` names each place.',
  malformed: 'the request cannot be read: no JSON, a key twice, a broken address.',
  credentials: 'no credential, or a wrong one.',
  'not-permitted': 'the caller is known and lacks the permission or scope that the message names.',
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
      "Every operation names what it needs in `x-permission`: a permission of the caller's role, a scope of a channel key (`channel:…`), `signed-in` or `public`. What lies outside of the caller's branches and stores answers as if it were not there.",
    ],
  },
  {
    title: 'Channel keys',
    text: [
      "An installation's operator makes a key for one outside program (`npm run admin -- channel-key create`), with a kind and with scopes. An operation below `/channel` needs a scope, which `x-permission` names, and a kind that speaks for one of the parties in `x-parties`; else it is refused as `missing-scope` or `wrong-party`. Who acts on an order or registers a device is said in the body, and must be a party of the key as well.",
      'A key is a channel of its own. It sees and acts on the orders that were placed with it, goes on with the carts that it opened, and reports on machines of its kind; what came in by another key is not there, also when both keys bear one name. A store app or a till therefore has no orders yet but those of its own key: who connects all parties of an installation today does it with one key of the kind `simulator`.',
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
      'An operation that takes `Idempotency-Key` may be sent again after a lost answer: the same key with the same input has one effect and gives the stored answer, with the header `idempotent-replayed`. Keys are kept for 48 hours. An operation without that header in its list keeps nothing.',
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
      "Staff hear of changes over Socket.IO 4 at the path `/socket.io/` of this server, from a page of the same origin or a program without one. The session token goes into `auth.token`: `io(url, { auth: { token } })`. The server refuses with `session-over` or, for the moment, `unavailable` or `too-many-requests`. There is nothing to send: whom one hears of follows from one's permissions and scope.",
      'Each event carries a `sequence`, a number that rises through the whole installation. Keep the highest one. After a break ask `GET /changes?after=N` and apply each number once; `reset` means that it is too much or too long ago, and that everything is to be read again.',
      'The events with their payloads are in `x-socket`.',
    ],
  },
]

function kindWords(kind: ChannelKind): string {
  const machines = machinesOf[kind].join(', ')
  return `speaks for ${channelKinds[kind].join(', ')}${machines ? `; its machines: ${machines}` : ''}.`
}

function settingWords(key: SettingKey): string {
  const { label, unit, initial, follows }: SettingFacts = settings[key]
  const { kind, choices, min, max } = settingValues(key)
  const values = {
    number: `a whole number, ${min} to ${max}${unit ? ` ${unit}` : ''}`,
    text: `a text, ${min} to ${max} characters`,
    choice: choices?.map((choice) => `\`${choice}\``).join(' or '),
    currency: 'a capital ISO 4217 code',
    'time-zone': 'an IANA time zone',
    'calling-code': 'the digits of a calling code, without `+`',
  }
  const unlessChanged = follows ? `by \`${follows}\`` : `\`${initial}\``
  return `${label}: ${values[kind]}; ${unlessChanged} unless changed.`
}

/** A chapter as Markdown. */
export function markdownOf({ title, text, words = {} }: Chapter): string {
  const list = Object.entries(words).map(([word, meaning]) => `- \`${word}\`: ${meaning}`)
  return [`## ${title}`, ...text, ...(list.length > 0 ? [list.join('\n')] : [])].join('\n\n')
}

/** What the operations of each entity are about. */
export const tagWords: Record<string, string> = {
  approval: 'What somebody asks for and another person approves.',
  area: 'Delivery areas: a polygon with fees by distance.',
  audit: 'Who changed a record, and what.',
  branch: 'Operating territories.',
  'category-type': 'Groups of stores that customers browse by, per vertical.',
  channel: 'What outside programs call with a channel key: customer, store and rider apps, and tills.',
  crate: 'Returnable crates.',
  cuisine: 'Kitchens of the world that a restaurant may name.',
  customer: 'People who order.',
  dashboard: 'Today in figures, and what is about to be late.',
  draft: 'What people began to enter and did not finish.',
  event: 'What a client missed while it was away.',
  file: 'Pictures of records.',
  order: 'Orders, from their arrival to delivered.',
  rider: 'People who carry orders.',
  role: 'Named sets of permissions.',
  'saved-view': 'States of a list that people keep and share.',
  session: 'Signing in and out, and who one is.',
  setting: 'What holds for the whole installation.',
  staff: 'Accounts of the people who work here.',
  store: 'Shops and kitchens that sell through the marketplace.',
  'store-location': 'Named localities inside an area.',
  task: 'Work that takes longer than a request, such as an export.',
  system: 'Whether the program lives, and what its API is.',
}
