import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { whenIdle } from '#api/settled.ts'

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

/** What is fetched once the page stands; null when it does. */
let awaited: Set<() => Promise<void>> | null = new Set()

interface Part {
  loaded: ComponentType<object> | null
  Lazy: ComponentType<object>
}

/** The same for what opens at a press: its code is fetched before, as soon as the page stands, and is then shown at once. */
export function soon<C>(load: () => Promise<C>, waiting?: ReactNode): C {
  const part: Part = { loaded: null, Lazy: lazily(load, waiting) as ComponentType<object> }
  const fetchAhead = async () => {
    part.loaded = (await load()) as ComponentType<object>
  }
  // What a later page brings along needn't wait for the first one.
  if (awaited) awaited.add(fetchAhead)
  else whenIdle(() => begin(fetchAhead))
  const render = (props: object) => <Soon part={part} props={props} />
  return render as C
}

function Soon({ part, props }: { part: Part; props: object }) {
  // What has been shown stays: code that arrives meanwhile must not begin it anew.
  const [Shown] = useState(() => part.loaded ?? part.Lazy)
  return <Shown {...props} />
}

/** Fetches what was promised soon; called when the page stands. */
export function fetchAwaited(): void {
  for (const fetchAhead of awaited ?? []) begin(fetchAhead)
  awaited = null
}

/** Whether the page stands that was opened first. */
export function isStanding(): boolean {
  return awaited === null
}

function begin(fetchAhead: () => Promise<void>): void {
  fetchAhead().catch((cause: unknown) => console.error('What opens at a press could not be loaded ahead', cause))
}
