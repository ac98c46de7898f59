import { type ComponentType, lazy, Suspense } from 'react'
import { useSettled } from '#api/settled.ts'
import { isStanding } from './lazily.tsx'

/** `lazily` for what no page is opened for: its code comes once the page stands, and takes none of the time until then. `waiting` has its place. */
export function late<C>(load: () => Promise<C>, waiting?: C): C {
  const Waiting = (waiting ?? Nothing) as ComponentType<object>
  const Loaded = lazy(async () => ({ default: (await patiently(load)) as ComponentType<object> }))
  const render = (props: object) => <Late Waiting={Waiting} Loaded={Loaded} props={props} />
  return render as C
}

const Nothing = () => null

/** Milliseconds after which code that did not come is asked for once more. */
const retryMs = 5000

// The page goes on without it: while the server is away it would break for what nobody opened it for.
async function patiently<C>(load: () => Promise<C>): Promise<C> {
  for (let isTold = false; ; isTold = true) {
    try {
      return await load()
    } catch (cause) {
      if (!isTold) console.error('What comes once the page stands could not be loaded ahead', cause)
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}

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
