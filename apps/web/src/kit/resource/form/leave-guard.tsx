import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { Button } from '../../layout/button.tsx'
import { Dialog } from '../../layout/dialog.tsx'
import { Text } from '../../layout/text.tsx'
import { besideParams } from '../list/use-open-row.ts'

// A form stands at a path, or beside a list or a record as `?edit=`; tabs and filters around it leave it where it is.
const placeOf = ({ pathname, search }: Location) => `${pathname} ${new URLSearchParams(search).get('edit')}`

// What opens beside a list leaves it where it is.
const listOf = ({ pathname, search }: Location) => {
  const params = new URLSearchParams(search)
  for (const name of besideParams) params.delete(name)
  return `${pathname} ${params}`
}

interface LeaveGuardProps {
  isDirty: boolean
  onDiscard: () => void
  /** What is typed is of all that the address says, filters too. */
  isOfSearch?: true
}

/** Asks before unsaved text is left behind, by a link, by Back, or by closing or reloading the tab. */
export function LeaveGuard({ isDirty, onDiscard, isOfSearch }: LeaveGuardProps) {
  const place = isOfSearch ? listOf : placeOf
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && place(currentLocation) !== place(nextLocation))
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog
      title="Leave without saving?"
      open
      onClose={() => blocker.reset()}
      actions={
        <>
          <Button
            onClick={() => {
              onDiscard()
              blocker.proceed()
            }}
          >
            Discard
          </Button>
          <Button tone="primary" onClick={() => blocker.reset()}>
            Cancel
          </Button>
        </>
      }
    >
      <Text as="p">Your changes are not saved yet.</Text>
    </Dialog>
  )
}
