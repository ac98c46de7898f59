import { expect, test } from 'vitest'
import { trendsAsked } from './feedback-trends.tsx'

test('trends follow the search and what feedback is, not what was done about it', () => {
  const asked = { q: 'leaked', kind: 'complaint', storeId: 's1', state: 'new', tag: 'packing', mine: 'true', sort: '-createdAt' }
  expect(trendsAsked(asked)).toEqual({ query: { q: 'leaked', kind: 'complaint', storeId: 's1' } })
})
