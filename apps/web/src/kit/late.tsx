import { type ComponentType, lazy, Suspense } from 'react'
import { useSettled } from '#api/settled.ts'
import { isStanding } from './lazily.tsx'
import { patiently } from './patiently.ts'

/** `lazily` for what no page is opened for: its code comes once the page stands, and takes none of the time until then. `waiting` has its place. */
export function late<C>(load: () => Promise<C>, waiting?: C): C {
  const Waiting = (waiting ?? Nothing) as ComponentType<object>
  // The page goes on without it: while the server is away it would break for what nobody opened it for.
  const Loaded = lazy(async () => ({ default: (await patiently(load)) as ComponentType<object> }))
  const render = (props: object) => <Late Waiting={Waiting} Loaded={Loaded} props={props} />
  return render as C
}

const Nothing = () => null

function Late({ Waiting, Loaded, props }: { Waiting: ComponentType<object>; Loaded: ComponentType<object>; props: object }) {
  const isSettled = useSettled()
  const placeholder = <Waiting {...props} />
  // A later page needn't wait once more for what the first one has brought.
  return isSettled || isStanding() ? (
    <Suspense fallback={placeholder}>
      <Loaded {...props} />
    </Suspense>
  ) : (
    placeholder
  )
}
