import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { whenIdle } from '#api/settled.ts'
import { Again } from './feedback/again.ts'

/**
 * A component whose code is fetched when it is first shown; `waiting` stands there until then. It keeps its own props, generic or not. Where its
 * code cannot be had the page around it stays: that is said in its place, or, of what lies over the page (`onClose`), in a message.
 */
export function lazily<C>(load: () => Promise<C>, waiting: ReactNode = null): C {
  const attempt = () =>
    lazy(async () => {
      try {
        return { default: (await load()) as ComponentType<object> }
      } catch (cause) {
        console.error('A part of the page could not be loaded', cause)
        if (!notLoaded) throw cause
        // An attempt is kept with what came of it: who opens it again begins another.
        newest = attempt()
        return { default: notLoaded }
      }
    })
  let newest = attempt()
  const render = (props: object) => <Lazy newest={() => newest} waiting={waiting} props={props} />
  return render as C
}

function Lazy({ newest, waiting, props }: { newest: () => ComponentType<object>; waiting: ReactNode; props: object }) {
  const [Loaded, setLoaded] = useState(newest)
  return (
    <Again value={() => setLoaded(newest)}>
      <Suspense fallback={waiting}>
        <Loaded {...props} />
      </Suspense>
    </Again>
  )
}

/** What is fetched once the page stands; null when it does. */
let awaited: Set<() => Promise<void>> | null = new Set([fetchNotLoaded])

/** What says that something could not be loaded has to be there before that is so. */
let notLoaded: ComponentType<object> | null = null
async function fetchNotLoaded(): Promise<void> {
  notLoaded = (await import('./feedback/not-loaded.tsx')).NotLoaded
}

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
