/** What a form of a bulk change holds, by part; nothing typed is nothing said. */
interface BulkForm {
  title?: string
  filter?: Record<string, unknown>
  change?: Record<string, unknown> & { price?: Record<string, unknown> }
}

const isSaid = (value: unknown) => value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
const said = (values: Record<string, unknown> = {}) => Object.fromEntries(Object.entries(values).filter(([, value]) => isSaid(value)))
const flagged = ({ available, ...rest }: Record<string, unknown>): Record<string, unknown> => ({
  ...rest,
  ...(available !== undefined && { available: available === 'true' }),
})

/** The body that a form of a bulk change makes: of a formula only what its way takes. */
export function bulkBody(values: unknown) {
  const { title, filter, change = {} } = values as BulkForm
  const { price, ...plain } = change
  const { way, byPpm, amount, rounding, free } = said(price)
  const formula = way !== undefined && {
    price: {
      way,
      rounding: rounding ?? 'none',
      ...(free === true && { free }),
      ...(way === 'percent' ? said({ byPpm }) : said({ amount })),
    },
  }
  return { ...said({ title }), filter: flagged(said(filter)), change: { ...flagged(said(plain)), ...formula } }
}
