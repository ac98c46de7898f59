import { addMinutes, type Instant, type ScopeKind } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { linkPlace } from '#modules/mail/mail.service.ts'
import { firstNames, lastNames } from './kochi/people-names.ts'
import type { Random } from './random.ts'

type Person = Insertable<DB['staff']>

interface Facts {
  now: Instant
  foundedMs: number
  /** Of a password that nobody knows: the demo's opens one account of each role, and these are others. */
  passwordHash: string
  roleIds: ReadonlyMap<string, string>
  branchIds: readonly string[]
  storeIds: readonly string[]
}

/** How many work beside the first of each role, and where. */
const teams: readonly [role: string, scope: ScopeKind, count: number][] = [
  ['admin', 'all', 1],
  ['branch-partner', 'branch', 2],
  ['custumercare-admin', 'all', 1],
  ['custumercare-executive', 'all', 6],
  ['accountant-admin', 'all', 1],
  ['accounts-manager', 'all', 1],
  ['accounts-executive', 'all', 3],
  ['marketing-admin', 'all', 1],
  ['marketing-executive', 'all', 3],
  ['office-staff', 'all', 4],
  ['store-officer', 'store', 7],
]

const devices = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; SM-A556E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
]

const hour = 60
const day = 24 * hour

/** What became of them, in turn: most are at work. */
const fates = ['', '', 'ends soon', '', 'invited', '', '', 'suspended', '', 'ends later', '', 'deactivated'] as const
type Fate = (typeof fates)[number]

interface Place {
  role: string
  kind: ScopeKind
  id: string | undefined
}

/** The people beside the demo's own accounts, some new, some leaving, some gone, where they are signed in, and how the new ones were invited. */
export function buildColleagues(random: Random, facts: Facts) {
  const placeIds = { all: [], branch: facts.branchIds.slice(1), store: facts.storeIds.slice(1) }
  const places = teams.flatMap(([role, kind, count]) =>
    Array.from({ length: count }, (_, index): Place => ({ role, kind, id: placeIds[kind][index % placeIds[kind].length] })),
  )
  const staff = places.map((place, index) => buildPerson(random, facts, place, index))
  const sessions = staff.filter(({ status }) => status === 'active').flatMap((person) => buildSessions(random, facts, String(person.id)))
  return { staff, sessions, mails: staff.filter(({ status }) => status === 'invited').map((person) => buildMail(random, person)) }
}

function buildPerson(random: Random, facts: Facts, { role, kind, id }: Place, index: number): Person {
  const { now, foundedMs, passwordHash, roleIds } = facts
  const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`
  const fate: Fate = fates[index % fates.length] ?? ''
  const status = fate === 'invited' || fate === 'suspended' || fate === 'deactivated' ? fate : 'active'
  const joined = addMinutes(now, status === 'invited' ? -20 * hour : -random.whole(3, 58) * day)
  return {
    id: random.id(Math.max(foundedMs, Date.parse(joined))),
    email: `${name.toLowerCase().replace(' ', '.')}.${index + 1}@larder.test`,
    name,
    phone: `+9198470${random.whole(10_000, 99_999)}`,
    role_id: roleIds.get(role) ?? '',
    scope_kind: kind,
    scope_ids: id === undefined ? [] : [id],
    password_hash: status === 'invited' || status === 'deactivated' ? null : passwordHash,
    status,
    invite_hash: status === 'invited' ? unknownToken(random) : null,
    invite_expires_at: status === 'invited' ? addMinutes(now, 2 * day) : null,
    expires_at: fate === 'ends soon' ? addMinutes(now, 3 * day) : fate === 'ends later' ? addMinutes(now, 24 * day) : null,
    created_at: joined,
    updated_at: joined,
  }
}

function buildSessions(random: Random, { now }: Facts, staffId: string): Insertable<DB['session']>[] {
  return Array.from({ length: random.whole(0, 2) }, () => {
    const seen = addMinutes(now, -random.whole(2, 10 * hour))
    const opened = addMinutes(seen, -random.whole(5, 2 * day))
    return {
      id: random.id(Date.parse(opened)),
      token_hash: unknownToken(random),
      staff_id: staffId,
      created_at: opened,
      last_seen_at: seen,
      idle_expires_at: addMinutes(seen, 12 * hour),
      expires_at: addMinutes(opened, 7 * day),
      address: `103.${random.whole(10, 250)}.${random.whole(0, 250)}.${random.whole(1, 250)}`,
      user_agent: random.pick(devices),
    }
  })
}

/** How somebody was invited: the demo has no mail server. */
function buildMail(random: Random, { id, email, name, created_at: at }: Person): Insertable<DB['mail']> {
  const body = `Hello ${name},\n\nyou are invited to Larder. Choose your password here and you are in:\n\n${linkPlace}\n\nThe link works once.\n`
  return {
    id: random.id(Date.parse(String(at))),
    to_address: email,
    to_name: name,
    subject: 'Your account at Larder',
    body,
    staff_id: id,
    status: 'kept',
    created_at: at,
    updated_at: at,
  }
}

/** In the place of a token's hash; what would hash to it nobody has. */
function unknownToken(random: Random): Buffer {
  return Buffer.from(Array.from({ length: 32 }, () => random.whole(0, 255)))
}
