import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { opaque } from '../values/text.ts'

/** The fewest characters that are searched for. */
export const fewestSearched = 3

/** A record that was found: what it is called, and what tells it from others of the kind. */
const SearchHit = z.strictObject({ entity: z.string(), id: z.string(), label: z.string(), hint: z.string() })
export type SearchHit = z.infer<typeof SearchHit>

export const searchContract = contract('search', {
  find: get('/search', {
    permission: 'signed-in',
    query: z.strictObject({ q: opaque(100, fewestSearched) }),
    response: z.array(SearchHit),
    example: { query: { q: 'Meera' } },
    summary: 'Records of every kind that I may see, by number, phone or name: a few of each kind',
  }),
})
