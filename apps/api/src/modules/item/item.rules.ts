import { freeUnsaid, type ItemField, type ItemFields, type ItemUnit } from '@larder/contract'
import { isFree, problemOfOptions, type Takes } from '#modules/choice-group/choice-price.service.ts'
import { hoursColumn } from '#modules/menu-category/menu-hours.service.ts'

/** What the fields of an item are held against: its store, and what of what it names is there. */
export interface ItemWorld {
  currency: string
  /** Categories and brands of its store, and tax profiles, of those that are named. */
  categories: ReadonlySet<string>
  brands: ReadonlySet<string>
  taxProfiles: ReadonlySet<string>
  files: ReadonlySet<string>
}

/** Of an item as it would stand: what its price is held against. */
export interface Priced {
  unit: ItemUnit
  price: { minor: number }
  /** What comes with it; none where neither its price nor its unit changes. */
  groups: readonly Takes[]
  compareAt?: { minor: number } | null | undefined
  /** Whoever prices it says that customers have it for nothing, or is only told. */
  mayBeFree?: boolean | undefined
}

export type ItemProblems = { [F in ItemField | `${'price' | 'compareAt' | 'cost'}.currency`]?: string }

/** What is wrong with fields of an item, by field. `after`: its prices as the change would leave them. Pure. */
export function problemsOfItem(fields: ItemFields, after: Priced, world: ItemWorld): ItemProblems {
  const problems: ItemProblems = {}
  for (const field of ['price', 'compareAt', 'cost'] as const) {
    const amount = fields[field]
    if (amount && amount.currency !== world.currency) problems[`${field}.currency`] = `must be ${world.currency}`
  }
  if (fields.categoryId !== undefined && !world.categories.has(fields.categoryId)) problems.categoryId = 'does not exist'
  if (fields.brandId && !world.brands.has(fields.brandId)) problems.brandId = 'does not exist'
  if (fields.taxProfileId && !world.taxProfiles.has(fields.taxProfileId)) problems.taxProfileId = 'does not exist'
  if (fields.imageIds?.some((id) => !world.files.has(id))) problems.imageIds = 'does not exist'
  else if (new Set(fields.imageIds).size !== (fields.imageIds?.length ?? 0)) problems.imageIds = 'has the same picture twice'
  if (new Set(fields.allergens).size !== (fields.allergens?.length ?? 0)) problems.allergens = 'has the same one twice'
  if (after.compareAt && after.compareAt.minor < after.price.minor) {
    const field = fields.compareAt ? 'compareAt' : fields.price ? 'price' : null
    if (field === 'compareAt') problems.compareAt = 'must be no less than the price'
    else if (field === 'price') problems.price = 'must be no more than the compare-at price'
  }
  const { unit, price, groups } = after
  const item = { unit, price_minor: price.minor }
  if (fields.price && !after.mayBeFree && isFree(item, groups)) problems.price ??= freeUnsaid(price.minor)
  const field = fields.price ? 'price' : fields.unit ? 'unit' : null
  if (field === null || problems[field]) return problems
  const problem = problemOfOptions(item, groups, { field, currency: world.currency })
  return problem === null ? problems : { ...problems, [field]: problem }
}

/** Whether what comes with an item has to be known, to judge this of it. */
export function movesPrice({ price, unit }: ItemFields): boolean {
  return price !== undefined || unit !== undefined
}

/** Fields of an item as columns of its row; pictures are rows of their own. */
export function columnsOfItem(fields: ItemFields) {
  return {
    category_id: fields.categoryId,
    brand_id: fields.brandId,
    sku: fields.sku,
    barcode: fields.barcode,
    name: fields.name,
    description: fields.description === undefined ? undefined : fields.description || null,
    unit: fields.unit,
    price_minor: fields.price?.minor,
    compare_at_minor: minorOf(fields.compareAt),
    cost_minor: minorOf(fields.cost),
    tax_profile_id: fields.taxProfileId,
    veg_mark: fields.vegMark,
    allergens: fields.allergens,
    prep_minutes: fields.prepMinutes,
    lead_hours: fields.leadHours,
    stock: fields.stock,
    low_stock: fields.lowStock,
    available: fields.available,
    snoozed_until: fields.snoozedUntil,
    schedule: fields.schedule === undefined ? undefined : hoursColumn(fields.schedule),
    max_per_order: fields.maxPerOrder,
    sort: fields.sort,
  }
}

function minorOf(amount: { minor: number } | null | undefined): number | null | undefined {
  return amount === undefined ? undefined : (amount?.minor ?? null)
}
