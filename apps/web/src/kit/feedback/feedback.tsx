import type { ReactNode } from 'react'
import type { ReadState } from '#api/client.ts'
import type { CallError } from '#api/transport.ts'
import { Button } from '../layout/button.tsx'
import { Text } from '../layout/text.tsx'
import { Alert } from './alert.tsx'
import './feedback.css'

/** What will be here, and the first step towards it. */
export function EmptyState({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  return (
    <div className="empty">
      <Text size={16} weight={600} as="p">
        {title}
      </Text>
      {text && (
        <Text tone="muted" as="p">
          {text}
        </Text>
      )}
      {action}
    </div>
  )
}

const titles: Partial<Record<CallError['kind'], string>> = {
  unavailable: 'No connection to the server',
  invalid: 'This can’t be shown',
  'not-found': 'Not found',
  'not-permitted': 'No access',
  limited: 'Too many requests',
}

/** What happened, what is safe, what to do; `isPage`: where it stands for the whole page, which it heads. */
export function ErrorState({ error, retry, isPage = false }: { error: CallError; retry?: () => void; isPage?: boolean }) {
  'use no memo'
  const tone = error.kind === 'not-found' || error.kind === 'not-permitted' ? 'info' : 'error'
  return (
    <div className="told">
      <Alert tone={tone} action={retry && <Retry onClick={retry} />}>
        <Text weight={600} as={isPage ? 'h1' : 'p'}>
          {titles[error.kind] ?? 'Something went wrong'}
        </Text>
        <Text as="p">{error.message}</Text>
        {error.requestId && (
          <Text as="p" size={12} tone="muted" mono>
            {error.requestId}
          </Text>
        )}
      </Alert>
    </div>
  )
}

/** What is on screen is from before the connection was lost. */
export function OfflineNote({ error, retry }: { error: CallError; retry: () => void }) {
  return (
    <div className="told near">
      <Alert tone="warning" action={<Retry onClick={retry} />}>
        This may be out of date: {error.message}
      </Alert>
    </div>
  )
}

function Retry({ onClick }: { onClick: () => void }) {
  return (
    <Button size="small" onClick={onClick}>
      Try again
    </Button>
  )
}

/** The shape of a card before its content is here. */
export function SkeletonCard({ lines = 4 }: { lines?: number }) {
  return (
    <div className="skeleton" aria-hidden>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className="bone" style={{ width: `${90 - ((index * 17) % 50)}%` }} />
      ))}
    </div>
  )
}

interface LoadingProps<T> {
  read: ReadState<T>
  children: (data: T) => ReactNode
  skeleton?: ReactNode
  /** It is the whole page. */
  isPage?: boolean
}

/** A read's three states: its skeleton, its error, its content (which stays, with a note, while the server is away). */
export function Loading<T>({ read, children, skeleton, isPage = false }: LoadingProps<T>) {
  const { data, error, refetch } = read
  if (data === undefined) return error ? <ErrorState error={error} retry={refetch} isPage={isPage} /> : (skeleton ?? <SkeletonCard />)
  return (
    <>
      {error && <OfflineNote error={error} retry={refetch} />}
      {children(data)}
    </>
  )
}
