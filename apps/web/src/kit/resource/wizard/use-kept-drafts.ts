import { type DraftRow, draftContract, maxPageSize } from '@larder/contract'
import { useRead } from '#api/client.ts'

/** What I began to enter of a kind and did not finish, what was typed last first; undefined while that is not known, or not asked. */
export function useKeptDrafts(entity: string, isAsked: boolean): readonly DraftRow[] | undefined {
  // One read tells those of every list.
  const { data } = useRead(draftContract.list, isAsked ? { query: { sort: '-updatedAt', limit: maxPageSize } } : null)
  return data?.rows.filter(({ resource }) => resource === entity)
}
