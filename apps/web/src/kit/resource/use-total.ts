import type { Count, Input, NamedEndpoint, Page } from '@larder/contract'
import { useState } from 'react'
import { useRead } from '#api/client.ts'
import type { QueryText } from '../row.ts'

/** How many rows a query has, counted apart from them when somebody asks: among ten million it may cost more than showing them. */
export function useTotal(list: NamedEndpoint, asked: QueryText): { total: Count | null; ask: (() => void) | null } {
  const key = JSON.stringify(asked)
  const [wanted, want] = useState<string | null>(null)
  const isWanted = wanted === key
  const { data } = useRead(list, isWanted ? ({ query: { ...asked, limit: 1, count: 'true' } } as Input<NamedEndpoint>) : null)
  return { total: (isWanted && (data as Page<unknown> | undefined)?.total) || null, ask: isWanted ? null : () => want(key) }
}
