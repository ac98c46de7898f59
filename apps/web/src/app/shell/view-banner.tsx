import { currentInstant, viewAsContract } from '@larder/contract'
import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { useWrite, type WriteDispatch } from '#api/client.ts'
import { refreshAccess } from '#api/own-access.ts'
import { useMe, useViewing } from '#kit/access/access.tsx'
import { When } from '#kit/cells/when.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { Button } from '#kit/layout/button.tsx'
import './shell.css'

/** Milliseconds that the server may take to know that a view has ended by itself. */
const graceMs = 1500

/** Says as whom the product is seen, and ends it. */
export function ViewBanner() {
  const viewing = useViewing()
  const { scope, places } = useMe()
  const [end, { isBusy }] = useWrite(viewAsContract.end)
  const dispatch = useDispatch<WriteDispatch>()
  const endsAt = viewing?.endsAt ?? null
  useEffect(() => {
    if (endsAt === null) return
    const timer = setTimeout(() => void refreshAccess(dispatch), Date.parse(endsAt) - Date.parse(currentInstant()) + graceMs)
    return () => clearTimeout(timer)
  }, [endsAt, dispatch])
  if (!viewing) return null
  const as = viewing.person ? `${viewing.person.name}, ${viewing.roleName}` : viewing.roleName
  const where = scope.kind === 'all' ? 'everywhere' : places.map(({ name }) => name).join(', ')
  const stop = async () => {
    await end({})
    await refreshAccess(dispatch)
  }
  return (
    <div className="view-banner">
      <Alert
        tone="warning"
        action={
          <Button size="small" busy={isBusy} onClick={stop}>
            End view
          </Button>
        }
      >
        Viewing as <b>{as}</b>, {where}. You can look, not change anything. Ends by itself <When at={viewing.endsAt} />.
      </Alert>
    </div>
  )
}
