import type { IllFormed } from '@larder/contract'

interface Rows {
  list: string
  key: string
}
type Fields = Record<string, string>

/** What is wrong with single rows of a list in a body, taken out of `fields`; of a row that is no object, or has no key of its form, it stays there. */
export function takeIllFormed({ list, key }: Rows, fields: Fields): IllFormed {
  const within = new RegExp(`^body\\.${list}\\.(\\d+)(?:\\.(.+))?$`)
  const found: Record<number, Fields> = {}
  for (const [path, words] of Object.entries(fields)) {
    const [, place, field] = within.exec(path) ?? []
    if (place === undefined) continue
    const nameless = [`body.${list}.${place}`, `body.${list}.${place}.${key}`].some((one) => one in fields)
    if (nameless || field === undefined) continue
    found[Number(place)] = { ...found[Number(place)], [field]: words }
  }
  for (const [place, problems] of Object.entries(found))
    for (const field of Object.keys(problems)) delete fields[`body.${list}.${place}.${field}`]
  return found
}

/** The body with nothing but its key in each of those rows. */
export function withoutIllFormed(body: unknown, { list, key }: Rows, illFormed: IllFormed): unknown {
  const rows = (body as Record<string, Record<string, unknown>[]>)[list] ?? []
  return { ...(body as object), [list]: rows.map((row, place) => (place in illFormed ? { [key]: row[key] } : row)) }
}
