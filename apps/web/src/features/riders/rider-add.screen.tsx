import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useCan } from '#kit/access/access.tsx'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { prepareRows } from '#kit/resource/rows/prepare-rows.ts'
import type { Prepare } from '#kit/visit.ts'
import { riders } from './riders.resource.tsx'

const joining = { status: 'joining' } as const

export const prepare: Prepare = prepareRows(riders, joining)

/** A new rider, step by step, over those who have applied and are not at work yet. */
export default function RiderAddScreen() {
  const [params] = useSearchParams()
  const mayAdd = useCan('rider.create')
  const [isFirst, setFirst] = useState(params.size === 0)
  if (isFirst && mayAdd && !params.has('edit')) return <Navigate to="?edit=new" replace />
  if (isFirst && params.has('edit')) setFirst(false)
  return <ListScreen resource={riders} fixed={joining} title="Add rider" />
}
