import {
  type AuditEntry,
  fieldsOf,
  type Instant,
  innerOf,
  isId,
  isInstant,
  LocalDate,
  labelsOf,
  localDateAt,
  Money,
  type NamedEndpoint,
  Point,
} from '@larder/contract'
import { deedOf } from '../../deeds.ts'
import type { Field } from '../../fields/field.ts'
import { format } from '../../format.ts'
import { areSentences, wordsOf } from '../../words.ts'

/** A field of a record as its history tells it. */
export interface ToldField extends Pick<Field<never>, 'key' | 'label' | 'show' | 'isWhole'> {
  /** Of what kind the record is that it names, where its key does not say so as `storeId` does. */
  names?: string
}

/** A record that told words name. */
export interface Ref {
  entity: string
  id: string
}

/** What an act did, as one would say it: "Paused taking orders until 6:30 PM". */
export interface Deed {
  what: string
  /** Fields that these words tell already. */
  covers?: readonly string[]
}

/** An entry whose values can be asked for. */
export interface ToldEntry {
  action: string
  /** The new value of a field; undefined where it did not change. */
  newOf: (field: string) => unknown
  /** A moment as a clock shows it, with its day where that is another than the entry's. */
  timeOf: (at: Instant) => string
}

/** What a history says beyond the words of every record. */
export interface HistoryWords {
  /** Fields with their labels and values in words: those of the form, and what only acts change. */
  fields: readonly ToldField[]
  /** What answers with such a record: its states and choices have their words there. */
  get?: NamedEndpoint
  /** What an act did; undefined where the usual words fit. */
  deedOf?: (told: ToldEntry) => Deed | undefined
}

/** What was done, and below it each change that these words don't hold. */
interface ToldChange {
  what: string
  lines: readonly string[]
}

/** Each change of an entry with what was there before and is now, in the words of its record; its moments in `zone`. */
export function tellChanges(
  { changes, names }: Pick<AuditEntry, 'changes' | 'names'>,
  words: HistoryWords,
  zone: string,
): readonly Pick<Told, 'label' | 'from' | 'to' | 'moved'>[] {
  return changes.map((change) => tellChange(change, fieldNamed(change.field, words), { zone, names, nameOf: (name) => name }))
}

/** An entry in the words of its record, its moments in `zone`. */
export function tellEntry(
  entry: Pick<AuditEntry, 'action' | 'at' | 'changes' | 'names'>,
  words: HistoryWords,
  zone: string,
  nameOf: Reading['nameOf'] = (name) => name,
): ToldChange {
  const { action, at, changes, names } = entry
  const deed = words.deedOf?.({
    action,
    newOf: (key) => changes.find(({ field }) => field === key)?.new,
    timeOf: (moment) => format().instant(moment, localDateAt(moment, zone) === localDateAt(at, zone) ? 'time' : 'dateTime', zone),
  })
  const told = changes
    .filter(({ field }) => !deed?.covers?.includes(field))
    .map((change) => tellChange(change, fieldNamed(change.field, words), { zone, names, nameOf }))
  if (action === 'remove') return { what: 'Deleted', lines: [] }
  if (action === 'reveal') return { what: `Revealed ${told.map(({ label }) => inSentence(label)).join(', ')}`, lines: [] }
  if (action === 'create') {
    const lines = told.filter(({ to }) => to !== noValue).map(({ label, to }) => `${label}: ${to}`)
    return { what: deed?.what ?? 'Added', lines }
  }
  if (deed || isOwn(action)) return { what: deed?.what ?? deedOf(action), lines: told.map(lineOf) }
  const [only, ...more] = told
  if (only && more.length === 0) return { what: sentenceOf(only), lines: [] }
  return { what: only ? `Changed ${told.length} fields` : 'Saved without a change', lines: told.map(lineOf) }
}

const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

/** What a value without one is. */
export const noValue = 'none'
const isOwn = (action: string) => !['create', 'update', 'change'].includes(action)

interface Told {
  label: string
  from: string
  to: string
  /** Of a list: what came and what went. */
  moved: { added: readonly string[]; removed: readonly string[] } | null
}

interface Reading {
  zone: string
  names: Readonly<Record<string, string>>
  /** How the name of a record is told: as it is, or marked as a link. */
  nameOf: (name: string, ref: Ref) => string
}

function tellChange({ old, new: now }: AuditEntry['changes'][number], field: ToldField, reading: Reading): Told {
  const [from, to] = [tellValue(old, field, reading), tellValue(now, field, reading)]
  if (field.isWhole || !isList(old) || !isList(now)) return { label: field.label, from, to, moved: null }
  const [before, after] = [old, now].map((list) => (list ?? []).map((entry) => tellValue([entry], field, reading))) as [string[], string[]]
  const without = (list: string[], other: string[]) => list.filter((each) => !other.includes(each))
  return { label: field.label, from, to, moved: { added: without(after, before), removed: without(before, after) } }
}

function isList(value: unknown): value is unknown[] | null {
  return value === null || Array.isArray(value)
}

function sentenceOf(told: Told): string {
  if (told.moved) return `Changed ${lineOf(told)}`
  if (told.from === noValue) return `Set ${told.label} to ${told.to}`
  return told.to === noValue ? `Cleared ${told.label}, which was ${told.from}` : `Changed ${told.label} from ${told.from} to ${told.to}`
}

function lineOf({ label, from, to, moved }: Told): string {
  if (!moved) return `${label}: ${from} → ${to}`
  const parts = [
    moved.added.length > 0 && `added ${moved.added.join(', ')}`,
    moved.removed.length > 0 && `removed ${moved.removed.join(', ')}`,
  ]
  return `${label}: ${parts.filter(Boolean).join('; ') || 'in another order'}`
}

function tellValue(value: unknown, field: ToldField, reading: Reading): string {
  if (Array.isArray(value) && value.length === 0) return noValue
  const plain = plainWords(value, field, reading)
  if (plain !== null) return plain
  if (Array.isArray(value) && value.every((entry) => plainWords(entry, field, reading) !== null))
    return listed(value.map((entry) => plainWords(entry, field, reading) ?? ''))
  return field.show(value)
}

/** What is said alike of every field: names for ids and codes, moments in their zone, days. */
function plainWords(value: unknown, field: ToldField, { names, zone, nameOf }: Reading): string | null {
  if (typeof value !== 'string') return null
  const name = Object.hasOwn(names, value) ? (names[value] ?? null) : null
  if (isId(value)) return name && nameOf(name, { entity: field.names ?? entityOf(field.key), id: value })
  if (name !== null) return name
  if (isInstant(value)) return format().instant(value, 'dateTime', zone)
  if (LocalDate.safeParse(value).success) return format().day(value)
  return value === '[hidden]' ? 'hidden' : null
}

/** `storeId` names a store, `taxProfileId` a tax profile. */
function entityOf(key: string): string {
  return key.replace(/Ids?$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function fieldNamed(name: string, { fields, get }: HistoryWords): ToldField {
  const own = fields.find(({ key }) => key === name)
  if (own) return own
  const schema = get && fieldsOf(get.shape.response)[name]
  const [field, labels] = [unnamed(name), schema && labelsOf(innerOf(schema))]
  return labels ? { ...field, show: (value) => labels[String(value)] ?? field.show(value) } : field
}

/** A field that nobody gave words: by its name and by what its values look like. */
function unnamed(key: string): ToldField {
  const isShare = key.endsWith('Ppm')
  return {
    key,
    label: wordsOf(key.replace(/(Ids?|Ppm)$/, '')),
    show: (value) => (isShare ? `${Number(value) / 10_000} %` : anyWords(value)),
  }
}

const listed = (words: readonly string[]) => words.join(areSentences(words) ? ' ' : ', ')

function anyWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return noValue
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return listed(value.map(anyWords))
  if (typeof value === 'string') return isId(value) ? 'one that is no longer there' : value
  if (typeof value !== 'object') return String(value)
  const amount = Money.safeParse(value)
  if (amount.success) return format().money(amount.data)
  const point = Point.safeParse(value)
  if (point.success) return `${point.data.lat}, ${point.data.lng}`
  return Object.entries(value)
    .filter(([, part]) => part !== null && part !== '')
    .map(([key, part]) => `${wordsOf(key).toLowerCase()} ${anyWords(part)}`)
    .join(', ')
}
