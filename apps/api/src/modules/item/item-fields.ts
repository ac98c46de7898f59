import { isDeepStrictEqual } from 'node:util'
import type { Instant, ItemCell, ItemField, ItemFields } from '@larder/contract'
import { fieldNotPermitted, isFreeUnsaid, money, operatedItemFields } from '@larder/contract'
import type { Selectable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import type { Takes } from '#modules/choice-group/choice-price.service.ts'
import { type ItemWorld, problemsOfItem } from './item.rules.ts'

/** An item's own row, with what it takes to judge it. */
export type OwnItem = Selectable<DB['item']> & { currency: string; branch_id: string; image_ids: string[] }

/** What is to become of an item's fields, and what whoever wants it saw in them. */
export interface Wanted {
  fields: ItemFields
  seen?: ItemFields | undefined
  free?: boolean | undefined
}

/** What an item's fields are judged by. */
export interface Judge {
  now: Instant
  world: ItemWorld
  /** What comes with it, where its price or its unit is to change. */
  groups: readonly Takes[]
  /** Whether a price of 0 needs nobody to say so: whoever keeps the menu by a program is told. */
  mayBeFree: boolean
  /** Whether every field may be changed, or those alone that operating a menu needs. */
  edits: boolean
  /** Whether another item of its store has it. */
  isTaken(field: 'sku' | 'barcode', value: string): boolean
}

export interface Judged {
  cells: ItemCell[]
  /** Of the wanted fields those that are to be written. */
  fields: ItemFields
}

/** The fields of an item as it stands, as a change of one would say them. */
export function fieldsOfRow(row: OwnItem, now: Instant): Required<ItemFields> {
  const amount = (minor: number | null) => (minor === null ? null : money(minor, row.currency))
  const fields = {
    categoryId: row.category_id,
    brandId: row.brand_id,
    sku: row.sku,
    barcode: row.barcode,
    name: row.name,
    description: row.description,
    imageIds: row.image_ids,
    unit: row.unit,
    price: money(row.price_minor, row.currency),
    compareAt: amount(row.compare_at_minor),
    cost: amount(row.cost_minor),
    taxProfileId: row.tax_profile_id,
    vegMark: row.veg_mark,
    allergens: row.allergens,
    prepMinutes: row.prep_minutes,
    leadHours: row.lead_hours,
    stock: row.stock,
    lowStock: row.low_stock,
    available: row.available,
    snoozedUntil: row.snoozed_until !== null && row.snoozed_until > now ? row.snoozed_until : null,
    schedule: row.schedule,
    maxPerOrder: row.max_per_order,
    sort: row.sort,
  }
  return fields as Required<ItemFields>
}

/** Field by field what is written, what is so already, what somebody else changed meanwhile and what cannot be. Pure. */
export function judgeFields(row: OwnItem, { fields, seen = {}, free = false }: Wanted, { mayBeFree, ...given }: Judge): Judged {
  const judge = { ...given, mayBeFree: mayBeFree || free }
  const stored = fieldsOfRow(row, judge.now)
  const wanted = Object.keys(fields).filter((key) => fields[key as ItemField] !== undefined) as ItemField[]
  const differs = (field: ItemField, value: unknown) => !isDeepStrictEqual(tidied(value), tidied(stored[field]))
  const changed = wanted.filter((field) => differs(field, fields[field]))
  const conflicts = new Set(changed.filter((field) => seen[field] !== undefined && differs(field, seen[field])))
  const open = changed.filter((field) => !conflicts.has(field))
  const problems = problemsAmong(stored, pick(fields, open), judge)
  const cell = (field: ItemField): ItemCell => {
    if (conflicts.has(field)) return { field, outcome: 'conflict', because: 'Somebody else changed it meanwhile.' }
    if (!changed.includes(field)) return { field, outcome: 'same', because: null }
    const because = problems.get(field) ?? null
    return { field, outcome: because === null ? 'written' : isFreeUnsaid(because) ? 'unsaid' : 'refused', because }
  }
  const cells = wanted.map(cell)
  return {
    cells,
    fields: pick(
      fields,
      cells.filter(({ outcome }) => outcome === 'written').map(({ field }) => field as ItemField),
    ),
  }
}

/** What is refused is not written, so that what is left has to stand without it. */
function problemsAmong(stored: Required<ItemFields>, fields: ItemFields, judge: Judge): Map<string, string> {
  const problems = problemsOf(stored, fields, judge)
  const left = (Object.keys(fields) as ItemField[]).filter((field) => !problems.has(field))
  if (problems.size === 0 || left.length === 0) return problems
  return new Map([...problems, ...problemsAmong(stored, pick(fields, left), judge)])
}

function problemsOf(
  stored: Required<ItemFields>,
  fields: ItemFields,
  { now, world, groups, mayBeFree, edits, isTaken }: Judge,
): Map<string, string> {
  const after = { ...stored, ...fields, groups, mayBeFree }
  const found = Object.entries(problemsOfItem(fields, after, world)).map(([path, said]) => [path.replace(/\..*$/, ''), said] as const)
  const taken = (['sku', 'barcode'] as const).filter((field) => fields[field] && isTaken(field, fields[field]))
  const past = fields.snoozedUntil && fields.snoozedUntil <= now
  const closed = edits ? [] : Object.keys(fields).filter((field) => !(operatedItemFields as readonly string[]).includes(field))
  return new Map([
    ...found,
    ...taken.map((field) => [field, 'is already taken'] as const),
    ...(past ? [['snoozedUntil', 'must be in the future'] as const] : []),
    ...closed.map((field) => [field, fieldNotPermitted] as const),
  ])
}

// No text and no hours are kept as nothing.
function tidied(value: unknown): unknown {
  return value === '' || (Array.isArray(value) && value.length === 0) ? null : value
}

function pick(fields: ItemFields, keys: readonly ItemField[]): ItemFields {
  return Object.fromEntries(keys.map((key) => [key, fields[key]]))
}
