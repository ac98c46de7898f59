import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from '../layout/button.tsx'
import { Popout } from '../layout/popout.tsx'
import { soon } from '../lazily.tsx'
import type { ListViewChoicesProps } from './list-view-choices.tsx'

const ListViewChoices = soon(() => import('./list-view-choices.tsx').then((module) => module.ListViewChoices))

/** Which columns, how dense, how many rows. */
export function ListViewMenu(props: ListViewChoicesProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        label="Columns and density"
        icon={IconAdjustmentsHorizontal}
        onClick={(event) => setAnchor(event.currentTarget)}
        expanded={anchor !== null}
      />
      {anchor && (
        <Popout label="Columns and density" anchor={anchor} onClose={() => setAnchor(null)} align="right" width={260}>
          <ListViewChoices {...props} />
        </Popout>
      )}
    </>
  )
}
