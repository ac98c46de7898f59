import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/** A component whose code is fetched when it is first shown; `waiting` stands there until then. It keeps its own props, generic or not. */
export function lazily<C>(load: () => Promise<C>, waiting: ReactNode = null): C {
  const Loaded = lazy(async () => ({ default: (await load()) as ComponentType<object> }))
  const render = (props: object) => (
    <Suspense fallback={waiting}>
      <Loaded {...props} />
    </Suspense>
  )
  return render as C
}
