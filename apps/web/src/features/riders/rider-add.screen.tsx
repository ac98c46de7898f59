import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useCan } from '#kit/access/access.tsx'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import { useKeptDrafts } from '#kit/resource/wizard/use-kept-drafts.ts'
import type { Prepare } from '#kit/visit.ts'
import { riders } from './riders.resource.tsx'

const joining = { status: 'joining' } as const

export const prepare: Prepare = prepareRows(riders, joining)

/**
 * Riders who have applied and are not at work yet, the drafts of my own, and the steps of a new one, which begin by themselves where none was
 * begun.
 */
export default function RiderAddScreen() {
  const [params] = useSearchParams()
  const mayAdd = useCan('rider.create')
  const [isFirst, setFirst] = useState(params.size === 0)
  const kept = useKeptDrafts(riders.entity, isFirst && mayAdd)
  if (isFirst && (params.size > 0 || kept?.length)) setFirst(false)
  else if (isFirst && kept) return <Navigate to="?edit=new" replace />
  return <ListScreen resource={riders} fixed={joining} title="Add rider" />
}
